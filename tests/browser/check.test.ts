// @module-tag browser
// @module-tag matrix
import type { Page } from "playwright-core";
import { PNG } from "pngjs";
import { encode } from "uqr";
import { expect, test } from "vitest";
import { goTo, setUpBrowser } from "../harness/browser.ts";
import { openHarness } from "../harness/harness.ts";
import { createReceipt, readReceiptCodeUrl, voidReceipt } from "../harness/receipts.ts";
import { assertOk } from "../harness/reply.ts";

const browser = setUpBrowser();
const receiptValues = { HouseNo: "A-1", AmountPaid: 1500 };

test("anybody checks a receipt by the link or a picture of its code, also after the connection is lost", async () => {
  const { portal, admin } = await openHarness();
  const receipt = await createReceipt(admin, receiptValues);
  const code = new URL(await readReceiptCodeUrl(admin, receipt)).hash;
  const page = await browser.openWindow(portal.url());
  await goTo(page, `/check${code}`);
  const alert = page.getByRole("alert");
  await alert.filter({ hasText: "Genuine and valid" }).waitFor();
  expect(await alert.innerText()).toMatch(/Receipt\s+R-1\s+House\s+A-1\s+Amount\s+Rs 1,500.00\s+Date\s+14\/11\/2026/);

  const forgedCode = `${code.slice(0, -5)}AAAAA`;
  await page.locator("input[type=file]").setInputFiles(toPicture(forgedCode));
  await alert.filter({ hasText: "Not genuine" }).waitFor();

  await page.context().setOffline(true);
  await page.locator("input[type=file]").setInputFiles(toPicture(`https://portal.example.org/check${code}`));
  await alert.filter({ hasText: "Without a connection the portal cannot say" }).waitFor();
  await page.locator("input[type=file]").setInputFiles(toPicture(forgedCode));
  await alert.filter({ hasText: "Not genuine" }).waitFor();
  await page.context().setOffline(false);

  await voidReceipt(admin, receipt);
  await goTo(page, `/check${code}`);
  await page.reload();
  await alert.filter({ hasText: "Genuine, but voided" }).waitFor();
});

test("a document is checked again when it is scanned again, when the connection returns and when the window gets the focus", async () => {
  const { portal, admin } = await openHarness();
  const receipt = await createReceipt(admin, receiptValues);
  const url = await readReceiptCodeUrl(admin, receipt);
  const page = await browser.openWindow(portal.url());
  await goTo(page, "/check");
  const alert = page.getByRole("alert");
  const input = page.locator("input[type=file]");
  await input.setInputFiles(toPicture(url));
  await alert.filter({ hasText: "Genuine and valid" }).waitFor();
  assertOk(await admin.put(`/payment-receipt/${receipt.PaymentReceiptID}`, { ...receipt, AmountPaid: 1600 }));
  await input.setInputFiles(toPicture(url));
  await alert.filter({ hasText: "replaced by a corrected one" }).waitFor();

  await page.context().setOffline(true);
  await input.setInputFiles(toPicture(url));
  await alert.filter({ hasText: "Without a connection the portal cannot say" }).waitFor();
  await page.context().setOffline(false);
  await alert.filter({ hasText: "replaced by a corrected one" }).waitFor();

  await voidReceipt(admin, receipt);
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await alert.filter({ hasText: "Genuine, but voided" }).waitFor();
});

test("anybody scans a code with the camera", async () => {
  const { portal, admin } = await openHarness();
  const url = await readReceiptCodeUrl(admin, await createReceipt(admin, receiptValues));
  const page = await browser.openWindow(portal.url());
  await goTo(page, "/check");
  await showToCamera(page, toPicture(url).buffer);
  await page.getByRole("button", { name: "Scan with the camera" }).click();
  await page.getByRole("alert").filter({ hasText: "Genuine and valid" }).waitFor();
  await page.getByLabel("Picture of the camera").waitFor({ state: "detached" });
});

test("after the camera could not be used, the button tries again", async () => {
  const { portal, admin } = await openHarness();
  const url = await readReceiptCodeUrl(admin, await createReceipt(admin, receiptValues));
  const page = await browser.openWindow(portal.url());
  await goTo(page, "/check");
  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new Error("Permission denied"));
  });
  await page.getByRole("button", { name: "Scan with the camera" }).click();
  await page.getByText("The camera cannot be used").waitFor();
  await showToCamera(page, toPicture(url).buffer);
  await page.getByRole("button", { name: "Scan with the camera" }).click();
  await page.getByRole("alert").filter({ hasText: "Genuine and valid" }).waitFor();
});

/** Replaces the camera, which a test machine lacks, by a stream of this picture. */
async function showToCamera(page: Page, picture: Buffer): Promise<void> {
  await page.evaluate(
    async (address) => {
      const image = new Image();
      image.src = address;
      await image.decode();
      const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
      // The stream gets a new frame only when something is drawn.
      setInterval(() => canvas.getContext("2d")?.drawImage(image, 0, 0), 100);
      navigator.mediaDevices.getUserMedia = async () => canvas.captureStream();
    },
    `data:image/png;base64,${picture.toString("base64")}`,
  );
}

/** A picture of the QR code with a white border, as a file to upload. */
function toPicture(text: string) {
  const { data, size } = encode(text, { border: 4 });
  const pixelsPerModule = 6;
  const png = new PNG({ width: size * pixelsPerModule, height: size * pixelsPerModule });
  for (let y = 0; y < png.height; y++)
    for (let x = 0; x < png.width; x++) {
      const shade = data[Math.floor(y / pixelsPerModule)]?.[Math.floor(x / pixelsPerModule)] ? 0 : 255;
      png.data.set([shade, shade, shade, 255], (y * png.width + x) * 4);
    }
  return { name: "code.png", mimeType: "image/png", buffer: PNG.sync.write(png) };
}
