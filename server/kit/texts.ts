import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Area, Areas } from '#i18n/areas.ts'
import { languageTags, type Language } from '#i18n/languages.ts'

const folder = join(import.meta.dirname, '..', '..', 'i18n')

/** The texts of one area in every language, read when the process starts. */
export const textsOf = <A extends Area>(area: A): Readonly<Record<Language, Areas[A]>> =>
  Object.fromEntries(
    languageTags.map((language) => [
      language,
      JSON.parse(readFileSync(join(folder, language, `${area}.json`), 'utf8')) as Areas[A],
    ]),
  ) as Record<Language, Areas[A]>
