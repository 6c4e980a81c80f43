import { screens, type Screen, type ScreenName } from '#contract/screens.ts'

/** The act of a key or a sequence of keys. */
export type Act =
  | 'palette'
  | 'shortcuts'
  | 'search'
  | 'next'
  | 'previous'
  | 'choose'
  | 'verify'
  | 'approve'
  | 'onward'
  | 'backward'
  | { to: ScreenName }
export interface Shortcut {
  /** The keys in order; `Mod` is Ctrl, or ⌘ on a Mac. */
  keys: readonly string[]
  act: Act
}

const screenKeys = (Object.entries(screens) as [ScreenName, Screen][]).flatMap(([to, { key }]) =>
  key === undefined ? [] : [{ keys: ['g', key], act: { to } }],
)
/** Every shortcut of the console, for the sheet and the handler of keys. */
export const shortcuts: readonly Shortcut[] = [
  { keys: ['Mod', 'k'], act: 'palette' },
  { keys: ['?'], act: 'shortcuts' },
  { keys: ['/'], act: 'search' },
  { keys: ['j'], act: 'next' },
  { keys: ['k'], act: 'previous' },
  { keys: ['x'], act: 'choose' },
  { keys: ['v'], act: 'verify' },
  { keys: ['a'], act: 'approve' },
  { keys: ['n'], act: 'onward' },
  { keys: ['b'], act: 'backward' },
  ...screenKeys,
]

export interface Pressed {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  /** The focus is in an input. */
  typing: boolean
  /** A dialogue or menu is over the screen and has the keyboard. */
  covered: boolean
  /** The focus is in a table's row, where arrow keys move between rows. */
  inRow: boolean
}

/**
 * Reads key presses and returns the act of each, if any. A letter alone has no act while the user types, while a
 * dialogue is open, and when single keys are switched off.
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
