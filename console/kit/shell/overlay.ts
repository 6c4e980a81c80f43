/** The overlays that a key or a button opens over any screen. */
export type Overlay = 'palette' | 'shortcuts' | null

let shown: Overlay = null
const listeners = new Set<() => void>()
export const shownOverlay = (): Overlay => shown
export const onOverlayChange = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
/** Shows an overlay instead of the present one, or none. */
export function showOverlay(overlay: Overlay): void {
  shown = overlay
  for (const listener of listeners) listener()
}
export const openPalette = (): void => showOverlay('palette')

/** The label of the palette's shortcut on this platform. */
export const paletteKeys = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘K' : 'Ctrl K'
