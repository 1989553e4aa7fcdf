import { role } from "../../../shared/resources/role.ts";
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
      <TextField name="Username" label="Username" />
      <TextField name="FullName" label="Full Name" />
      <TextField name="Email" label="Email" type="email" />
      <TextField name="Phone" label="Phone" type="tel" />
      <SelectField
        name="RoleID"
        label="Role"
        placeholder="Select Role"
        options={roles.map(({ RoleID, RoleName }) => ({ value: RoleID, label: RoleName }))}
      />
      <PasswordField
        name="Password"
        label="Password"
        autoComplete="new-password"
        hint={
          made
            ? "Left empty, it stays; a new one signs them out"
            : "Left empty, they choose one through 'Forgot password?'"
        }
      />
      <PlotUsersPlots name="PlotIDs" label="Linked Plots" />
      <SwitchField name="IsActive" label="Active" hint="Switched off, they are signed out and stay out" />
    </>
  );
}
