import { z } from "zod";
import { instant, optionalText, text } from "../fields.ts";
import { defineResource } from "../registry.ts";

const input = { DisplayName: text("Display name is required") };

/**
 * The body of the endpoint `createDisplay`, whose response has the key of the link. Therefore the resource has no verb
 * `create`.
 */
export const displayBody = z.object(input);

/** A public screen that shows the society's figures. Its secret link is shown once; the server stores only a hash. */
export const display = defineResource({
  name: "display",
  idField: "DisplayID",
  label: "Display",
  titleField: "DisplayName",
  page: {
    id: 24,
    path: "/system-management?tab=displays",
    title: "Displays",
    icon: "layout-dashboard",
    screen: "display/DisplaysScreen",
    actions: ["View", "Add", "Delete"],
  },
  verbs: ["list", "remove"],
  input,
  serverFields: {
    /** Full name of the creator. A name instead of a reference, so that the display outlives the account. */
    MadeBy: optionalText(),
    CreatedAt: instant(),
  },
  unique: [["DisplayName"]],
  cached: true,
});
