import { describe, expect, it } from 'vitest'
import { createReader, shortcuts, type Pressed } from './shortcuts.ts'

const plain = { ctrlKey: false, metaKey: false, altKey: false, typing: false, covered: false, inRow: false }
const press = (keys: string[], changes: Partial<Pressed> = {}, { singleKeys = true, gapMs = 100 } = {}) => {
  const read = createReader()
  return keys.map((key, index) => read({ ...plain, ...changes, key }, { at: index * gapMs, singleKeys })).at(-1)
}

describe('the keyboard', () => {
  it('runs each declared shortcut, and no two have the same keys', () => {
    for (const { keys, act } of shortcuts) {
      const mod = keys[0] === 'Mod'
      expect(press(mod ? keys.slice(1) : [...keys], { ctrlKey: mod }), keys.join(' ')).toEqual(act)
    }
    expect(new Set(shortcuts.map(({ keys }) => keys.join(' '))).size).toBe(shortcuts.length)
  })

  it('ignores letters while the user types, in a dialogue, with modifier keys, and when single keys are switched off', () => {
    for (const { keys } of shortcuts.filter(({ keys }) => keys[0] !== 'Mod')) {
      for (const held of ['typing', 'covered', 'ctrlKey', 'metaKey', 'altKey'] as const)
        if (!(keys[0] === 'k' && (held === 'ctrlKey' || held === 'metaKey')))
          expect(press([...keys], { [held]: true }), `${keys.join(' ')} ${held}`).toBeNull()
      expect(press([...keys], {}, { singleKeys: false })).toBeNull()
    }
    expect(press(['k'], { metaKey: true, typing: true }, { singleKeys: false })).toBe('palette')
  })

  it('waits a moment for a second letter, and only for the next key', () => {
    expect(press(['g', 'p'])).toEqual({ to: 'payments' })
    expect(press(['g', 'p'], {}, { gapMs: 2_000 })).toBeNull()
    expect(press(['g', 'x', 'p'])).toBeNull()
    expect(press(['p'])).toBeNull()
  })

  it('moves by arrow keys inside a table’s row, and leaves scrolling to the browser elsewhere', () => {
    expect(press(['ArrowDown'], { inRow: true }, { singleKeys: false })).toBe('next')
    expect(press(['ArrowUp'], { inRow: true })).toBe('previous')
    expect(press(['ArrowDown'])).toBeNull()
  })
})
