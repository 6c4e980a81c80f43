import { sql, type SqlBool } from 'kysely'
import { rules } from '#contract/access.ts'
import { sheetActs, sheetRead, type SheetAct, type SheetField } from '#contract/recon-exception-sheets.ts'
import { languageTags, type Language } from '#i18n/languages.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { wordsIn, type Words } from '#server/kit/http/export-words.ts'

/** Titles, acts and people of a sheet as texts: it may come back from somebody with another language. */
export const plainText = (text: string): string => text.normalize('NFKC').trim().toLowerCase()

/** Codes alone, where an export names no language. */
export const sheetWords = (language: Language | undefined): Words =>
  language ? wordsIn(language) : (_group, code) => code

const inAll = <Code extends string>(codes: readonly Code[], group: string): Record<string, Code> =>
  Object.fromEntries(
    codes.flatMap((code) => [code, ...languageTags.map((tag) => wordsIn(tag)(group, code))].map((text) => [plainText(text), code])),
  ) // prettier-ignore

/** The columns that are read, by their titles in every language. */
export const fieldsByTitle: Readonly<Record<string, SheetField>> = inAll(sheetRead, 'columns')
const acts: ReadonlyMap<string, SheetAct> = new Map(Object.entries(inAll(sheetActs, 'sheetActs')))
export const actOf = (text: string): SheetAct | null => acts.get(plainText(text)) ?? null

const nobody = new Set(Object.keys(inAll(['nobody'], 'exceptionSheet')))

/** Who may look after exceptions, each under a text of its own. */
export async function peopleOf(ctx: Ctx): Promise<{ texts: string[]; idOf(text: string): string | null | undefined }> {
  const users = await ctx.own
    .select('sub_users')
    .select(['sub_user_id', 'name', 'email'])
    .where('is_active', '=', true)
    .where(sql<SqlBool>`roles && ${[...rules.reconData.who]}::text[]`)
    .orderBy('name')
    .orderBy('sub_user_id')
    .execute()
  const ids = new Map<string, string>()
  const texts = users.map(({ sub_user_id: id, name, email }) => {
    const isTwice = users.some((other) => other.sub_user_id !== id && plainText(other.name) === plainText(name))
    const text = isTwice ? `${name} (${email})` : name
    ids.set(plainText(text), id)
    return text
  })
  /** Null takes the owner away; undefined is nobody's text. */
  return { texts, idOf: (text) => (nobody.has(plainText(text)) ? null : ids.get(plainText(text))) }
}
