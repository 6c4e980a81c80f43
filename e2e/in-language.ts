import { readFileSync } from 'node:fs'
import type { Browser, Page } from '@playwright/test'
import type { Area, Areas } from '#i18n/areas.ts'
import type { Language } from '#i18n/languages.ts'

/** The texts of an area in a language, from the file that the program has them from. */
export const textsOf = <A extends Area>(language: Language, area: A) =>
  JSON.parse(readFileSync(`i18n/${language}/${area}.json`, 'utf8')) as Areas[A]

/** A page in the browser of somebody who speaks a language; `locale` is how the browser names it. */
export const speaker = async (browser: Browser, locale: string): Promise<Page> =>
  (await browser.newContext({ locale })).newPage()

/** What a text looks like with something in each of its placeholders. */
export const likeText = (text: string): RegExp =>
  new RegExp(
    text
      .split(/\{+\w*(?:, number)?\}+/)
      .map((part) => RegExp.escape(part))
      .join('.+'),
  )
