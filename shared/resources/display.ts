import { z } from "zod";
import { instant, optionalText, text } from "../fields.ts";
import { defineResource } from "../registry.ts";

const input = { DisplayName: text("Display name is required") };

/** What makes a display. */
export const displayBody = z.object(input);

/** A screen on a wall that shows the society's figures to whoever passes. Its link is shown once and kept nowhere. */
export const display = defineResource({
  name: "display",
  idField: "DisplayID",
  label: "Display",
  titleField: "DisplayName",
  page: {
    number: 24,
    path: "/system-management?tab=displays",
    title: "Displays",
    icon: "layout-dashboard",
    screen: "display/DisplaysScreen",
    actions: ["View", "Add", "Delete"],
  },
  verbs: ["list", "remove"],
  input,
  computed: {
    /** As they were called then; whoever made a display may go, and the display stays. */
    MadeBy: optionalText(),
    CreatedAt: instant(),
  },
  unique: [["DisplayName"]],
  cached: true,
});
