import { saveFile } from '#console/kit/ui/save-file.ts'

/** Saves a QR code, the data URL of an SVG, as SVG or as a PNG large enough to print. */
export async function saveQrCode(
  dataUrl: string,
  { kind, name }: { kind: 'png' | 'svg'; name: string },
): Promise<void> {
  const base = `qr-${name.replaceAll(/[^\w-]+/g, '-').slice(0, 60)}`
  if (kind === 'svg') return saveFile({ name: `${base}.svg`, file: svgOf(dataUrl) })
  const picture = new Image()
  picture.src = dataUrl
  await picture.decode()
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = printPixels
  const context = canvas.getContext('2d')
  if (!context) return
  context.imageSmoothingEnabled = false
  context.fillStyle = '#fff'
  context.fillRect(0, 0, printPixels, printPixels)
  context.drawImage(picture, 0, 0, printPixels, printPixels)
  const file = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (file) saveFile({ name: `${base}.png`, file })
}
const printPixels = 1_024

function svgOf(dataUrl: string): Blob {
  const [head = '', body = ''] = dataUrl.split(/,(.*)/s)
  const text = head.endsWith(';base64')
    ? new TextDecoder().decode(Uint8Array.fromBase64(body))
    : decodeURIComponent(body)
  return new Blob([text], { type: 'image/svg+xml' })
}
