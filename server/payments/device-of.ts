import type { browsers, devices, systems } from '#contract/payment-traits.ts'

/** What a payment keeps of the software that it was made with; empty where that said nothing. */
export interface Device {
  device: (typeof devices)[number] | ''
  system: (typeof systems)[number] | ''
  browser: (typeof browsers)[number] | ''
}

/**
 * Reads a `User-Agent` by a short table. Browsers name each other, so the order matters: the first pattern that matches
 * counts, and 'other' where none does.
 */
export function deviceOf(userAgent: string): Device {
  if (userAgent === '') return { device: '', system: '', browser: '' }
  const system = first(systemPatterns, userAgent)
  return { device: kindOf(userAgent, system), system, browser: first(browserPatterns, userAgent) }
}

const systemPatterns: readonly (readonly [(typeof systems)[number], RegExp])[] = [
  ['ios', /iPhone|iPad|iPod/],
  ['android', /Android/],
  ['windows', /Windows NT/],
  ['chromeos', /CrOS/],
  ['macos', /Macintosh|Mac OS X/],
  ['linux', /Linux|X11/],
]
const browserPatterns: readonly (readonly [(typeof browsers)[number], RegExp])[] = [
  ['edge', /Edg(?:e|A|iOS)?\//],
  ['opera', /OPR\/|Opera|OPT\//],
  ['samsung', /SamsungBrowser\//],
  ['firefox', /Firefox\/|FxiOS\//],
  ['chrome', /Chrome\/|CriOS\//],
  ['safari', /Version\/[\d.]+.* Safari\/|AppleWebKit\/.*Mobile\//],
]
const first = <V extends string>(table: readonly (readonly [V, RegExp])[], text: string): V | 'other' =>
  table.find(([, pattern]) => pattern.test(text))?.[0] ?? 'other'

function kindOf(text: string, system: (typeof systems)[number]): (typeof devices)[number] {
  if (/iPad|Tablet|PlayBook|Silk\//.test(text)) return 'tablet'
  // Android writes 'Mobile' on telephones alone.
  if (system === 'android') return /Mobile/.test(text) ? 'phone' : 'tablet'
  if (system === 'ios') return 'phone'
  return system === 'other' ? 'other' : 'computer'
}
