import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Area, Areas } from '#i18n/areas.ts'
import { defaultLanguage, languageTags, type Language } from '#i18n/languages.ts'

const folder = join(import.meta.dirname, '..', '..', 'i18n')

/** The language that an area is in: `reference` may be left in English; `tools/text-files.ts` holds a language to all others. */
export const languageOfArea = (area: Area, wanted: Language): Language =>
  existsSync(join(folder, wanted, `${area}.json`)) ? wanted : defaultLanguage

const fileOf = (area: Area, language: Language): string => join(folder, languageOfArea(area, language), `${area}.json`)

/** The texts of one area in every language, read when the process starts. */
export const textsOf = <A extends Area>(area: A): Readonly<Record<Language, Areas[A]>> =>
  Object.fromEntries(
    languageTags.map((language) => [language, JSON.parse(readFileSync(fileOf(area, language), 'utf8')) as Areas[A]]),
  ) as Record<Language, Areas[A]>
