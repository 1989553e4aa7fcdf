import { lazy, type ReactNode } from "react";
import { useLocation } from "react-router-dom";

const UserWall = lazy(async () => ({ default: (await import("../features/wall/UserWall.tsx")).UserWall }));

/** The page within its frame, or the wall alone: `/?display=wall`. */
export function LayoutOrWall({ layout }: { layout: ReactNode }) {
  const { pathname, search } = useLocation();
  const wall = pathname === "/" && new URLSearchParams(search).get("display") === "wall";
  return wall ? <UserWall /> : layout;
}
