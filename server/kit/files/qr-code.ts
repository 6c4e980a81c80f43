import QRCode from 'qrcode'

/** The address as a QR code: an SVG data URL, black on white in every theme, so that every camera reads it. */
export async function qrCodeOf(address: string): Promise<string> {
  const svg = await QRCode.toString(address, { type: 'svg', margin: 2, errorCorrectionLevel: 'M' })
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}
