import { screens, type Screen, type ScreenName } from '#contract/screens.ts'

/** What a key, or one after the other, does. */
export type Act = 'palette' | 'shortcuts' | 'search' | 'next' | 'previous' | { to: ScreenName }
export interface Shortcut {
  /** As they are pressed; `Mod` is Ctrl, or ⌘ on a Mac. */
  keys: readonly string[]
  act: Act
}

const screenKeys = (Object.entries(screens) as [ScreenName, Screen][]).flatMap(([to, { key }]) =>
  key === undefined ? [] : [{ keys: ['g', key], act: { to } }],
)
/** Every shortcut of the console; the sheet shows them and the keyboard obeys them. */
export const shortcuts: readonly Shortcut[] = [
  { keys: ['Mod', 'k'], act: 'palette' },
  { keys: ['?'], act: 'shortcuts' },
  { keys: ['/'], act: 'search' },
  { keys: ['j'], act: 'next' },
  { keys: ['k'], act: 'previous' },
  ...screenKeys,
]

export interface Pressed {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  /** A text is being typed, so that a letter is a letter. */
  typing: boolean
  /** Something lies over the screen and has the keyboard to itself. */
  covered: boolean
  /** In a row of a table, where arrows mean rows. */
  inRow: boolean
}

/**
 * Reads keys as they come and says what they mean, if anything. A letter alone means nothing while somebody types, while
 * something lies over the screen, and when single keys are switched off.
 */
export function createReader({ withinMs = 1_200 }: { withinMs?: number } = {}) {
  let first: { key: string; at: number } | null = null
  return (pressed: Pressed, { at, singleKeys }: { at: number; singleKeys: boolean }): Act | null => {
    const { key, ctrlKey, metaKey, altKey, typing, covered, inRow } = pressed
    const mod = ctrlKey || metaKey
    if (mod && !altKey && key.toLowerCase() === 'k') return 'palette'
    const before = first && at - first.at <= withinMs ? first.key : null
    first = null
    if (mod || altKey || typing || covered) return null
    if (inRow && key === 'ArrowDown') return 'next'
    if (inRow && key === 'ArrowUp') return 'previous'
    if (!singleKeys) return null
    if (before) return shortcuts.find(({ keys }) => keys[0] === before && keys[1] === key.toLowerCase())?.act ?? null
    if (key === 'g') first = { key, at }
    return shortcuts.find(({ keys }) => keys.length === 1 && keys[0] === key)?.act ?? null
  }
}
