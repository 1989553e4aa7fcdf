// Nothing is asked of any other host: no validator, no fonts.
window.SwaggerUIBundle({
  url: "/api/openapi.json",
  dom_id: "#documentation",
  deepLinking: true,
  docExpansion: "none",
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  filter: true,
  validatorUrl: null,
});
