import { rotateKeys } from "../../../shared/endpoints/document-code.ts";
import { callEndpoint } from "../../api/request.ts";
import { t } from "../../i18n/t.ts";
import { ConfirmedCallButton } from "../../resource/ConfirmedCallButton.tsx";

/**
 * Explains the key that signs the codes on documents, and replaces it by a new one, for example when somebody may have
 * copied the database.
 */
export function KeyRotation() {
  return (
    <>
      <p>{t("The QR codes of receipts, bills, certificates and day closes are signed with a key of this portal.")}</p>
      <div>
        <ConfirmedCallButton
          icon="key"
          title={t("Make a new key")}
          text={t(
            "Documents that were signed with the current key stay valid. Those signed with the key before it are no longer accepted.",
          )}
          confirmLabel={t("Make a new key")}
          call={(idempotencyKey) => callEndpoint(rotateKeys, { idempotencyKey })}
        >
          {t("Make a new key")}
        </ConfirmedCallButton>
      </div>
    </>
  );
}
