import { useParams } from "react-router-dom";
import { SelfTest } from "../features/self-test/SelfTest.tsx";
import { NotFoundPage } from "./ErrorPages.tsx";

const pathPrefix = "test-";

/** `/test-<name>` is the self-test, every other path of one segment is unknown: a route cannot match a part of a segment. */
export function SelfTestRoute() {
  const { page = "" } = useParams();
  const name = page.startsWith(pathPrefix) ? page.slice(pathPrefix.length) : "";
  return name === "" ? <NotFoundPage /> : <SelfTest name={name} />;
}
