// Loads nothing from other hosts: `validatorUrl: null` switches off the online validator.
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
