import { expect, it } from 'vitest'

const sources = import.meta.glob<string>(['../../**/*.ts', '../../**/*.tsx'], {
  eager: true,
  query: '?raw',
  import: 'default',
})
const published = new Set(
  Object.keys(import.meta.glob('/node_modules/@mantine/core/styles/*.css')).map((path) =>
    path.replace(/^.*\/|\.css$/g, ''),
  ),
)
const listed = (source: string) =>
  [...source.matchAll(/@mantine\/core\/styles\/(\w+)\.css/g)].map((match) => match[1] ?? '')
const imported = (source: string) =>
  [...source.matchAll(/import \{([^}]+)\} from '@mantine\/core'/g)].flatMap((match) =>
    (match[1] ?? '').split(',').map((name) => name.replace(/\btype\b/, '').trim()),
  )

it('every Mantine component that the console uses has its styles', () => {
  const styled = new Set(Object.values(sources).flatMap(listed))
  const drawn = [...new Set(Object.values(sources).flatMap(imported))].filter((name) => published.has(name))
  expect(drawn).toContain('Button')
  expect(drawn.filter((name) => !styled.has(name))).toEqual([])
})
