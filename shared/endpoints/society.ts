import { z } from "zod";
import { paymentMethods } from "../resources/payment-receipt.ts";
import { society } from "../resources/society.ts";
import { defineEndpoint, recordSchema } from "./endpoint.ts";
import { endpointPaths } from "./paths.ts";

/** In bytes. */
export const maxLogoBytes = 200_000;

/** The version of the record that the change is based on. */
export const societyVersionSchema = z.object({ Version: z.int().min(1).optional() });

const societyResponse = z.object({ data: recordSchema(society) });
const logoDescription = "A PNG or JPEG image as a data URL; empty without a logo";

export const readSocietyRecord = defineEndpoint({
  path: "/society",
  guard: society.guards.list,
  summary: "The society's record",
  response: societyResponse,
});

export const updateSociety = defineEndpoint({
  method: "put",
  path: "/society",
  guard: society.guards.update,
  summary:
    "Change the society's record; fields that the body leaves out keep their values, and `Limits` and `MethodAccounts` are replaced as a whole",
  body: society.input.and(societyVersionSchema),
  response: societyResponse,
  errorStatuses: [409],
});

/**
 * The limit of the body is higher than `maxLogoBytes`, so that the error for most images that are too large names the
 * limit of logos.
 */
export const replaceLogo = defineEndpoint({
  method: "put",
  path: "/society/logo",
  guard: society.guards.update,
  summary: "Replace the logo by a PNG or JPEG image of at most 200 kB and 2000 × 2000 pixels, which is scaled down",
  upload: { types: ["image/*", "application/octet-stream"], limit: "2mb" },
  response: societyResponse,
});

export const removeLogo = defineEndpoint({
  method: "delete",
  path: "/society/logo",
  guard: society.guards.update,
  summary: "Remove the logo",
  response: societyResponse,
});

const societyInfoSchema = z.object({
  Name: z.string(),
  NameUrdu: z.string(),
  Logo: z.string().meta({ description: logoDescription }),
  IsSignUpOpen: z.boolean().meta({ description: "Whether residents can create accounts themselves" }),
  IsSetUp: z.boolean().meta({ description: "Whether an administrator has entered the society's name" }),
  MailsAsFiles: z.boolean().meta({ description: "Whether mails are saved as files, because there is no mail server" }),
});

/** What everybody may see of the society. */
export type SocietyInfo = z.output<typeof societyInfoSchema>;

export const readSocietyInfo = defineEndpoint({
  ...endpointPaths.societyInfo,
  guard: "open",
  summary: "The data of the society that anybody may see",
  response: z.object({ data: societyInfoSchema }),
});

export const readLetterhead = defineEndpoint({
  path: "/society/letterhead",
  guard: "signed-in",
  summary: "The data of the society that its documents show",
  response: z.object({
    data: z.object({
      Name: z.string(),
      NameUrdu: z.string(),
      Address: z.string(),
      Phone: z.string(),
      Email: z.string(),
      NTN: z.string(),
      ReceiptFooter: z.string(),
      BankAccounts: z.array(z.object({ Title: z.string(), Bank: z.string(), IBAN: z.string() })),
      Logo: z.string().meta({ description: logoDescription }),
    }),
  }),
});

const amountLimit = z.number().nullable().meta({ description: "In rupees; null for no limit" });

export const readSocietySettings = defineEndpoint({
  ...endpointPaths.societySettings,
  guard: "signed-in",
  requiresScopeAll: true,
  summary:
    "The limits above which a second person must approve, the fields and drawers that the society requires, the fee for a bounced cheque and the accounts of the payment methods",
  response: z.object({
    data: z.object({
      Void: amountLimit,
      Waiver: amountLimit,
      Refund: amountLimit,
      WriteOff: amountLimit,
      BackdateDays: z.int().nullable(),
      Unlock: z.boolean(),
      RequirePaymentDetails: z.boolean(),
      RequireDrawer: z.boolean(),
      BounceFee: z.number().nullable().meta({ description: "In rupees; null for none" }),
      MethodAccounts: z
        .record(z.enum(paymentMethods), z.int().nullable())
        .meta({ description: "The AccountID of each payment method; null for the cash account" }),
    }),
  }),
});
