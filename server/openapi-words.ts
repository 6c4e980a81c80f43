const acronyms: Readonly<Record<string, string>> = {
  api: 'API', csv: 'CSV', faq: 'FAQ', ip: 'IP', kyc: 'KYC', qr: 'QR', sso: 'single sign-on', sms: 'SMS', totp: 'TOTP', url: 'URL',
} // prettier-ignore

/** The name of a call or a domain in words: 'Create payment link' for `createPaymentLink`. */
export function titleOf(name: string): string {
  const words = name.split(/(?=[A-Z])/).map((word) => acronyms[word.toLowerCase()] ?? word.toLowerCase())
  const title = words.join(' ')
  return title.charAt(0).toUpperCase() + title.slice(1)
}
