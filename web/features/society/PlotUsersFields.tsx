import { role } from "../../../shared/resources/role.ts";
import { say, sayName } from "../../lib/language.ts";
import { useResource } from "../../lib/useResource.ts";
import { PasswordField } from "../../ui/FormPasswordField.tsx";
import { SelectField } from "../../ui/FormSelectField.tsx";
import { SwitchField } from "../../ui/FormSwitchField.tsx";
import { TextField } from "../../ui/FormTextField.tsx";
import { PlotUsersPlots } from "./PlotUsersPlots.tsx";

/** The fields of a user; of one who is there already the password stays unless another is typed. */
export function PlotUsersFields({ made }: { made: boolean }) {
  const roles = useResource(role).rows;
  return (
    <>
      <TextField name="Username" label={say("Username")} />
      <TextField name="FullName" label={say("Full Name")} />
      <TextField name="Email" label={say("Email")} type="email" />
      <TextField name="Phone" label={say("Phone")} type="tel" />
      <SelectField
        name="RoleID"
        label={say("Role")}
        placeholder={say("Select Role")}
        options={roles.map(({ RoleID, RoleName }) => ({ value: RoleID, label: sayName(RoleName) }))}
      />
      <PasswordField
        name="Password"
        label={say("Password")}
        autoComplete="new-password"
        hint={
          made
            ? say("Left empty, it stays; a new one signs them out")
            : say("Left empty, they choose one through 'Forgot password?'")
        }
      />
      <PlotUsersPlots name="PlotIDs" label={say("Linked Plots")} />
      <SwitchField name="IsActive" label={say("Active")} hint={say("Switched off, they are signed out and stay out")} />
    </>
  );
}
