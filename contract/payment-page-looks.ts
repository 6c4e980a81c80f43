/** The networks of a page's social icons, each with the hosts of its addresses. */
export const socialNetworks = {
  facebook: ['facebook.com', 'fb.com'],
  instagram: ['instagram.com'],
  linkedin: ['linkedin.com'],
  line: ['line.me'],
  pinterest: ['pinterest.com'],
  telegram: ['t.me', 'telegram.me'],
  tiktok: ['tiktok.com'],
  whatsapp: ['wa.me', 'whatsapp.com'],
  x: ['x.com', 'twitter.com'],
  youtube: ['youtube.com', 'youtu.be'],
} as const satisfies Record<string, readonly string[]>
export const socialNetworkNames = Object.keys(socialNetworks) as [
  keyof typeof socialNetworks,
  ...(keyof typeof socialNetworks)[],
]

/** Their own names, the same in every language. */
export const networkNames: Readonly<Record<string, string>> = {
  facebook: 'Facebook',
  instagram: 'Instagram',
  linkedin: 'LinkedIn',
  line: 'LINE',
  pinterest: 'Pinterest',
  telegram: 'Telegram',
  tiktok: 'TikTok',
  whatsapp: 'WhatsApp',
  x: 'X',
  youtube: 'YouTube',
}

/** Whether an address is of the network: https, at one of its hosts or below. */
export function isOfNetwork(network: keyof typeof socialNetworks, address: string): boolean {
  const url = URL.parse(address)
  if (url?.protocol !== 'https:') return false
  return socialNetworks[network].some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`))
}

/** The ways to pay that a page names. `all` takes every method of the channels, also such as have no word here. */
export const pagePaymentTypes = [
  'all', 'wallet', 'credit_card', 'atm_card', 'crypto', 'bank_transfer', 'cash_on_delivery',
] as const // prettier-ignore
export type PagePaymentType = (typeof pagePaymentTypes)[number]

const methodsOf: Record<Exclude<PagePaymentType, 'all'>, (type: string, subType: string) => boolean> = {
  wallet: (type) => type === 'WALLET',
  credit_card: (type, subType) => type === 'CARD' && (subType.startsWith('INT_') || subType === 'UNIONPAY_CARD'),
  atm_card: (type, subType) => type === 'CARD' && subType === 'ATM_CARD',
  crypto: (type) => type === 'CRYPTO',
  bank_transfer: (type) => ['BANK_TRANSFER', 'DIRECT_BANK_TRANSFER', 'VA_BANK_TRANSFER'].includes(type),
  cash_on_delivery: (type) => type === 'COD',
}

/** Whether a page with these payment types takes a way to pay. */
export const pageTakes = (types: readonly PagePaymentType[], type: string, subType: string): boolean =>
  types.some((one) => one === 'all' || methodsOf[one](type, subType))
