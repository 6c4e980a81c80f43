import { expect, it } from 'vitest'
import { LineBuffer } from './line-buffer.ts'

it('fields are read by COPY as they were, whatever stands in them, without what PostgreSQL cannot keep', () => {
  const lines = new LineBuffer()
  const texts = [
    'plain',
    '',
    'a\tb',
    'a\\b\n\r',
    'é €',
    '日本 😀',
    'half \ud83d',
    'nul\0l',
    '\u007f\u001f',
    'x'.repeat(5_000_000),
  ]
  for (const text of texts) lines.text(text)
  lines.nothing()
  lines.end()
  const line = lines.take().toString()
  const unescaped = line
    .slice(0, -1)
    .split('\t')
    .map((field) =>
      field.replaceAll(/\\([tnr\\])/g, (_, sign: string) => ({ t: '\t', n: '\n', r: '\r' })[sign] ?? sign),
    )
  expect(line.endsWith('\n')).toBe(true)
  expect(unescaped).toEqual([...texts.map((text) => text.toWellFormed().replaceAll('\0', '')), '\\N'])
})
