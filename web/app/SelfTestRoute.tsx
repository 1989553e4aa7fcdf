import { useParams } from "react-router-dom";
import { SelfTest } from "../features/self-test/SelfTest.tsx";
import { NotFoundPage } from "./ErrorPages.tsx";

const pathPrefix = "test-";

/** The self-test at `/test-<name>`, "Page not found" at any other address. A route cannot match a part of a segment. */
export function SelfTestRoute() {
  const { page = "" } = useParams();
  const name = page.startsWith(pathPrefix) ? page.slice(pathPrefix.length) : "";
  return name === "" ? <NotFoundPage /> : <SelfTest name={name} />;
}
