import { useEffect, useRef, useState } from "react";
import styled, { css } from "styled-components";
import { useEvent } from "../../hooks/useEvent.ts";
import { t } from "../../i18n/t.ts";
import { Button } from "../../ui/button/Button.tsx";
import { Callout } from "../../ui/feedback/Callout.tsx";
import { readQrCode } from "./readQrCode.ts";

const scanIntervalMs = 200;

/**
 * Shows the picture of the camera and calls `onFound` with the text of a QR code in it: every 200 ms, until the parent
 * removes the scanner.
 */
export function CameraScanner({ onFound, onClose }: { onFound: (text: string) => void; onClose: () => void }) {
  const video = useRef<HTMLVideoElement>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const handleFound = useEvent(onFound);
  useEffect(() => {
    let stream: MediaStream | undefined;
    let isStopped = false;
    const timer = setInterval(() => {
      const { current } = video;
      const text = current && readQrCode(current, { width: current.videoWidth, height: current.videoHeight });
      if (text) handleFound(text);
    }, scanIntervalMs);
    async function start() {
      // Undefined on pages without HTTPS.
      const devices: MediaDevices | undefined = navigator.mediaDevices;
      if (!devices) throw new Error("No camera on an insecure page");
      stream = await devices.getUserMedia({ video: { facingMode: "environment" } });
      if (isStopped) return stop();
      if (video.current) video.current.srcObject = stream;
    }
    function stop() {
      for (const track of stream?.getTracks() ?? []) track.stop();
    }
    start().catch(() => setHasFailed(true));
    return () => {
      isStopped = true;
      clearInterval(timer);
      stop();
    };
  }, [handleFound]);

  if (hasFailed)
    return (
      <Callout tone="warn" urgent title={t("The camera cannot be used")}>
        {t("Allow it in the browser, choose a picture, or scan the code with the phone's own camera.")}
      </Callout>
    );
  return (
    <>
      <Video ref={video} autoPlay playsInline muted aria-label={t("Picture of the camera")} />
      <Button onClick={onClose}>{t("Cancel")}</Button>
    </>
  );
}

const Video = styled.video`
  ${({ theme }) => css`
    inline-size: 100%;
    border: 1px solid ${theme.color.border};
    border-radius: ${theme.radius.field};
  `}
`;
