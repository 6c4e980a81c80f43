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
const englishFolder = join(root, defaultLanguage)
const glossary = readGlossary(readFileSync(join(root, '../docs/glossary.tsv'), 'utf8'))
const write = (folder: string, file: string, texts: object) =>
  writeFileSync(join(folder, file), `${JSON.stringify(texts, null, 2)}\n`)

/** The files of texts that a language has to have. */
const textFiles = (): string[] => readdirSync(englishFolder).filter((file) => !optional.includes(file))

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
  const there = readdirSync(folder)
  const known = [...textFiles(), ...optional, sameFile, otherWordsFile]
  const missing: string[] = []
  const faults = there.filter((file) => !known.includes(file)).map((file) => `${file}: not in English`)
  const [english, other]: [string[], string[]] = [[], []]
  for (const file of [...textFiles(), ...optional.filter((one) => there.includes(one))]) {
    const from = flatTexts(read(englishFolder, file))
    const texts: FlatTexts = there.includes(file) ? flatTexts(read(folder, file)) : new Map()
    const named = (lines: readonly string[]) => lines.map((line) => `${file.replace('.json', '')}|${line}`)
    for (const line of named(unlike(from, texts, tag))) (line.endsWith(': missing') ? missing : faults).push(line)
    faults.push(...named(misprints(texts, tag)))
    english.push(...named(untranslated(from, texts)))
    if (!optional.includes(file)) other.push(...named(otherWords(from, texts, glossary, tag)))
  }
  if (!glossary.some(({ said }) => said[tag])) faults.push('docs/glossary.tsv: no column')
  const excused = (file: string) => (there.includes(file) ? (read(folder, file) as string[]) : [])
  faults.push(
    ...without(english, excused(sameFile)).map((key) => `${key}: still English`),
    ...without(excused(sameFile), english).map((key) => `${key}: in ${sameFile}, but not the same`),
    ...without(other, excused(otherWordsFile)).map((line) => `${line}, by none of the glossary's words`),
    ...without(excused(otherWordsFile), other).map((line) => `${line}: in ${otherWordsFile}, but said`),
  )
  return { missing, faults }
}
const without = (lines: readonly string[], others: readonly string[]): string[] => {
  const known = new Set(others)
  return lines.filter((line) => !known.has(line))
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
    const from = flatTexts(read(englishFolder, file))
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
