/** The browser and system by the `User-Agent` header; empty where unknown. */
export interface Device {
  browser: string
  system: string
}

/** Reads the browser and system out of a `User-Agent`: enough for its owner to know it again. */
export function deviceOf(userAgent: string): Device {
  const first = (words: readonly (readonly [RegExp, string])[]) =>
    words.find(([word]) => word.test(userAgent))?.[1] ?? ''
  return { browser: first(browsers), system: first(systems) }
}

/** In this order, since most also claim to be one of the later ones. */
const browsers = [
  [/\bEdgA?(?:iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bYaBrowser\//, 'Yandex'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const
const systems = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
] as const
