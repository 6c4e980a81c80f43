import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { projectFile, projectRoot } from './containerfile.ts'

/** All Markdown files of the project's root and of docs. */
const documents = [...readdirSync(projectRoot), ...filesIn('docs')].filter((file) => file.endsWith('.md'))

/** A decision or an entry of the change log may name what was there then. */
const isRecord = (file: string) => file.startsWith('docs/decisions/') || file === 'CHANGELOG.md'

const folders = ['bench', 'checkout', 'console', 'contract', 'docs', 'e2e', 'i18n', 'server', 'test', 'tools']
const files = [...readdirSync(projectRoot), ...folders.flatMap(filesIn)]
/** Every file by each end of its path: `db.ts`, `db/db.ts`, `kit/db/db.ts`, … */
const endings = new Set(files.flatMap((file) => file.split('/').map((_, at, parts) => parts.slice(at).join('/'))))

describe('the documents', () => {
  test.each(documents)('%s links only to files and headings that exist', (file) => {
    const links = [...projectFile(file).matchAll(/\]\(((?!\w+:)[^)\s]+)\)/g)].map(([, link = '']) => link)
    expect(links.filter((link) => !leadsSomewhere(file, link))).toEqual([])
  })

  test.each(documents.filter((file) => !isRecord(file)))('%s names only files and folders that exist', (file) => {
    expect(missingIn(projectFile(file))).toEqual([])
  })

  test('name files, and a file that is gone is found in each way that it can be named', () => {
    const named = documents.filter((file) => !isRecord(file)).flatMap((file) => namedIn(projectFile(file)))
    expect(named.length).toBeGreaterThan(100)
    expect(missingIn('`gone.ts`, `kit/gone.ts`, `server/gone/`, `server/kit/db/db.ts`, `db.ts`, `server/`')).toEqual([
      'gone.ts',
      'kit/gone.ts',
      'server/gone/',
    ])
    expect(leadsSomewhere('docs/words.md', 'gone.md')).toBe(false)
    expect(leadsSomewhere('docs/words.md', 'how-to.md#gone')).toBe(false)
    expect(leadsSomewhere('docs/words.md', 'how-to.md#add-a-job')).toBe(true)
  })

  test('are reached from the map or the README', () => {
    const maps = ['README.md', 'docs/architecture.md'].map(projectFile).join()
    const pages = filesIn('docs').filter((file) => /^docs\/[^/]+\.md$/.test(file) && file !== 'docs/architecture.md')
    expect(pages.filter((file) => !maps.includes(`](${file})`) && !maps.includes(`](${file.slice(5)})`))).toEqual([])
  })
})

function filesIn(folder: string): string[] {
  return readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' }).map(
    (file) => `${folder}/${file}`,
  )
}

/** What a text names in back-quotes that looks like a file or folder of the project; patterns with `<name>` do not. */
function namedIn(text: string): string[] {
  const prose = text.replaceAll(/^```[^]*?^```/gm, '')
  const quoted = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, name = '']) => name)
  return quoted.filter(
    (name) =>
      /^\w[\w.-]*(\/[\w.-]+)*\.(ts|tsx|mjs|sql|txt|json|css|yaml|md)$/.test(name) ||
      (/^[\w./-]+$/.test(name) && folders.includes(name.split('/')[0] ?? '') && name.includes('/')),
  )
}

const missingIn = (text: string): string[] =>
  namedIn(text).filter((name) => !endings.has(name) && !existsSync(join(projectRoot, name)))

function leadsSomewhere(file: string, link: string): boolean {
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? file : join(dirname(file), path)
  return existsSync(join(projectRoot, target)) && (anchor === undefined || anchorsOf(target).includes(anchor))
}

/** The anchors that a Markdown file has, as GitHub and others make them of headings. */
const anchorsOf = (file: string): string[] =>
  [...projectFile(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
