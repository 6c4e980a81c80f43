import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Area, Areas } from '#i18n/areas.ts'
import { defaultLanguage, languageTags, type Language } from '#i18n/languages.ts'

const folder = join(import.meta.dirname, '..', '..', 'i18n')

/** The file of an area. A language may leave out `reference`, which is then in English; `tools/text-files.ts` holds it to the others. */
const fileOf = (area: Area, language: Language): string => {
  const own = join(folder, language, `${area}.json`)
  return existsSync(own) ? own : join(folder, defaultLanguage, `${area}.json`)
}

/** The texts of one area in every language, read when the process starts. */
export const textsOf = <A extends Area>(area: A): Readonly<Record<Language, Areas[A]>> =>
  Object.fromEntries(
    languageTags.map((language) => [language, JSON.parse(readFileSync(fileOf(area, language), 'utf8')) as Areas[A]]),
  ) as Record<Language, Areas[A]>
