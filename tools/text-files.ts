import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { flatTexts, unlike, untranslated, wantedKeys, type FlatTexts } from '#i18n/gate.ts'
import { otherWords, readGlossary } from '#i18n/glossary.ts'
import { defaultLanguage } from '#i18n/languages.ts'
import { misprints } from '#i18n/typography.ts'

const root = join(import.meta.dirname, '../i18n')
/** The folder of languages that are being translated; the program does not know them. */
const draftsFolder = join(root, 'drafts')
/** Keys, with their areas, of texts that are rightly the same as in English, such as names. */
const sameFile = 'same.json'
/** Texts, by area and key, that rightly say a term of the glossary with another word. */
const otherWordsFile = 'other-words.json'
/** What developers read in the OpenAPI document; a language may leave it in English. */
const optional = ['reference.json']

const read = (folder: string, file: string): object => JSON.parse(readFileSync(join(folder, file), 'utf8')) as object
const english = join(root, defaultLanguage)
const glossary = readGlossary(readFileSync(join(root, '../docs/glossary.tsv'), 'utf8'))
const write = (folder: string, file: string, texts: object) =>
  writeFileSync(join(folder, file), `${JSON.stringify(texts, null, 2)}\n`)

/** The files of texts that a language has to have. */
export const textFiles = (): string[] => readdirSync(english).filter((file) => !optional.includes(file))

/** The folder of a language, in use or a draft; null without one. */
export const folderOf = (tag: string): string | null =>
  [join(root, tag), join(draftsFolder, tag)].find((folder) => existsSync(folder)) ?? null

/** The languages that are being translated. */
export const drafts = (): string[] => (existsSync(draftsFolder) ? readdirSync(draftsFolder) : [])

export interface Found {
  /** Texts that are missing. */
  missing: string[]
  /** Everything else that is wrong, one line each: area, key and what. */
  faults: string[]
}

/** Compares the texts of a folder with the English ones. */
export function checkTexts(folder: string, tag: string): Found {
  const there = new Set(readdirSync(folder))
  const same = new Set(there.has(sameFile) ? (read(folder, sameFile) as string[]) : [])
  const allowed = new Set(there.has(otherWordsFile) ? (read(folder, otherWordsFile) as string[]) : [])
  const found: Found = {
    missing: [],
    faults: glossary.some(({ said }) => said[tag]) ? [] : ['docs/glossary.tsv: no column'],
  }
  const used = new Set<string>()
  const other = new Set<string>()
  for (const file of [...textFiles(), ...optional.filter((one) => there.has(one))]) {
    const area = file.replace('.json', '')
    const from = flatTexts(read(english, file))
    const texts: FlatTexts = there.has(file) ? flatTexts(read(folder, file)) : new Map()
    for (const line of unlike(from, texts, tag))
      (line.endsWith(': missing') ? found.missing : found.faults).push(`${area}|${line}`)
    for (const line of misprints(texts, tag)) found.faults.push(`${area}|${line}`)
    if (!optional.includes(file))
      for (const line of otherWords(from, texts, glossary, tag)) other.add(`${area}|${line}`)
    for (const key of untranslated(from, texts).map((one) => `${area}|${one}`)) {
      used.add(key)
      if (!same.has(key)) found.faults.push(`${key}: still English`)
    }
  }
  found.faults.push(
    ...[...same].filter((key) => !used.has(key)).map((key) => `${key}: in ${sameFile}, but not the same`),
  )
  found.faults.push(
    ...[...other].filter((line) => !allowed.has(line)).map((line) => `${line}, by none of the glossary's words`),
  )
  found.faults.push(
    ...[...allowed].filter((line) => !other.has(line)).map((line) => `${line}: in ${otherWordsFile}, but said`),
  )
  return found
}

/**
 * Begins a draft: every text in English, in the plural forms of the language.
 * @throws Error where the language has a folder, or `Intl` does not know it.
 */
export function beginDraft(tag: string, into = draftsFolder): string {
  if (folderOf(tag)) throw new Error(`${tag} has a folder: ${folderOf(tag)}`)
  const [canonical] = Intl.getCanonicalLocales(tag)
  if (canonical !== tag) throw new Error(`the tag of this language is ${canonical}`)
  if (Intl.PluralRules.supportedLocalesOf(tag).length === 0) throw new Error(`${tag} is no language that Intl knows`)
  const folder = join(into, tag)
  mkdirSync(folder, { recursive: true })
  for (const file of textFiles()) {
    const from = flatTexts(read(english, file))
    const texts = wantedKeys(from, tag).map(({ key, like }) => [key, from.get(key) ?? from.get(like) ?? ''] as const)
    write(folder, file, nested(texts))
  }
  return folder
}

/** The texts as their file has them; numbered ones are a list. */
function nested(texts: Iterable<readonly [key: string, text: string]>): object {
  const tree: Record<string, unknown> = {}
  for (const [key, text] of texts) {
    const path = key.split('|')
    const last = path.pop() ?? ''
    const place = path.reduce<Record<string, unknown>>((at, name) => (at[name] ??= {}) as Record<string, unknown>, tree)
    place[last] = text
  }
  return listed(tree) as object
}
const listed = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, one]) => [name, listed(one)] as const)
  return entries.every(([name], at) => name === String(at))
    ? entries.map(([, one]) => one)
    : Object.fromEntries(entries)
}
