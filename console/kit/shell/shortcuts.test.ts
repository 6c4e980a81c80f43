import { describe, expect, it } from 'vitest'
import { createReader, shortcuts, type Pressed } from './shortcuts.ts'

const plain = { ctrlKey: false, metaKey: false, altKey: false, typing: false, covered: false, inRow: false }
const press = (keys: string[], changes: Partial<Pressed> = {}, { singleKeys = true, gapMs = 100 } = {}) => {
  const read = createReader()
  return keys.map((key, index) => read({ ...plain, ...changes, key }, { at: index * gapMs, singleKeys })).at(-1)
}

describe('the keyboard', () => {
  it('does for each declared shortcut what the sheet says, and no two are the same', () => {
    for (const { keys, act } of shortcuts) {
      const mod = keys[0] === 'Mod'
      expect(press(mod ? keys.slice(1) : [...keys], { ctrlKey: mod }), keys.join(' ')).toEqual(act)
    }
    expect(new Set(shortcuts.map(({ keys }) => keys.join(' '))).size).toBe(shortcuts.length)
  })

  it('leaves letters alone while somebody types, in a dialogue, with other keys held, and when switched off', () => {
    for (const { keys } of shortcuts.filter(({ keys }) => keys[0] !== 'Mod')) {
      for (const held of ['typing', 'covered', 'ctrlKey', 'metaKey', 'altKey'] as const)
        if (!(keys[0] === 'k' && (held === 'ctrlKey' || held === 'metaKey')))
          expect(press([...keys], { [held]: true }), `${keys.join(' ')} ${held}`).toBeNull()
      expect(press([...keys], {}, { singleKeys: false })).toBeNull()
    }
    expect(press(['k'], { metaKey: true, typing: true }, { singleKeys: false })).toBe('palette')
  })

  it('waits for a second letter for a moment, and only for the next one', () => {
    expect(press(['g', 'p'])).toEqual({ to: 'payments' })
    expect(press(['g', 'p'], {}, { gapMs: 2_000 })).toBeNull()
    expect(press(['g', 'x', 'p'])).toBeNull()
    expect(press(['p'])).toBeNull()
  })

  it('moves by arrows in a row of a table, and scrolls everywhere else', () => {
    expect(press(['ArrowDown'], { inRow: true }, { singleKeys: false })).toBe('next')
    expect(press(['ArrowUp'], { inRow: true })).toBe('previous')
    expect(press(['ArrowDown'])).toBeNull()
  })
})
