/** What can be laid over any screen by a key or a button. */
export type Overlay = 'palette' | 'shortcuts' | null

let shown: Overlay = null
const listeners = new Set<() => void>()
export const shownOverlay = (): Overlay => shown
export const onOverlayChange = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
/** Shows one in place of the other, or none. */
export function showOverlay(overlay: Overlay): void {
  shown = overlay
  for (const listener of listeners) listener()
}
export const openPalette = (): void => showOverlay('palette')

/** How this keyboard writes the keys that open the palette. */
export const paletteKeys = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘K' : 'Ctrl K'
