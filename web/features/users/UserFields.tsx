import { role } from "../../../shared/resources/role.ts";
import { t, translateName } from "../../i18n/t.ts";
import { useResource } from "../../live/useResource.ts";
import { TextField } from "../../ui/form/FormFields.tsx";
import { PasswordField } from "../../ui/form/PasswordField.tsx";
import { SelectField } from "../../ui/form/SelectField.tsx";
import { SwitchField } from "../../ui/form/SwitchField.tsx";
import { LinkedPlotsField } from "./LinkedPlotsField.tsx";

/** The fields of a user; of one who is there already the password stays unless another is typed. */
export function UserFields({ isExisting }: { isExisting: boolean }) {
  const roles = useResource(role).rows;
  return (
    <>
      <TextField name="Username" label={t("Username")} />
      <TextField name="FullName" label={t("Full Name")} />
      <TextField name="Email" label={t("Email")} type="email" />
      <TextField name="Phone" label={t("Phone")} type="tel" />
      <SelectField
        name="RoleID"
        label={t("Role")}
        placeholder={t("Select Role")}
        options={roles.map(({ RoleID, RoleName }) => ({ value: RoleID, label: translateName(RoleName) }))}
      />
      <PasswordField
        name="Password"
        label={t("Password")}
        autoComplete="new-password"
        hint={
          isExisting
            ? t("Left empty, it stays; a new one signs them out")
            : t("Left empty, they choose one through 'Forgot password?'")
        }
      />
      <LinkedPlotsField name="PlotIDs" label={t("Linked Plots")} />
      <SwitchField name="IsActive" label={t("Active")} hint={t("Switched off, they are signed out and stay out")} />
    </>
  );
}
