import { say } from "./lib/language.ts";
import { useEditing, useEditors } from "./lib/presence.ts";
import { Note } from "./Note.tsx";

interface EditedByProps {
  resource: string;
  id: number;
}

/** Tells the colleagues that the record is open for change here, and whoever opened it which of them has it open too. */
export function EditedBy({ resource, id }: EditedByProps) {
  useEditing(resource, id);
  const editor = useEditors(resource)(id);
  if (!editor) return null;
  return (
    <Note title={say("{name} is editing this", editor)}>
      {say("Whoever saves first is kept; the other is asked what shall be.")}
    </Note>
  );
}
