import { lazy, type ReactNode } from "react";
import { useLocation } from "react-router-dom";

const WallForMe = lazy(async () => ({ default: (await import("./features/wall/WallForMe.tsx")).WallForMe }));

/** The page within its frame, or the wall alone: `/?display=wall`. */
export function FrameOrWall({ frame }: { frame: ReactNode }) {
  const { pathname, search } = useLocation();
  const wall = pathname === "/" && new URLSearchParams(search).get("display") === "wall";
  return wall ? <WallForMe /> : frame;
}
