import { zip, type ZipEntry } from '#server/kit/files/zip.ts'
import { wholeOf } from './unzip.ts'

const xml = '<?xml version="1.0" encoding="UTF-8"?>'
const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const relation = (type: string, to: string) =>
  `${xml}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/${type}" Target="${to}"/></Relationships>`

/** An xlsx file whose one sheet has this content. */
export async function workbook(sheet: string): Promise<Buffer> {
  const kind = (path: string, type: string) =>
    `<Override PartName="/${path}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${type}+xml"/>`
  const parts = {
    '[Content_Types].xml': `${xml}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${kind('xl/workbook.xml', 'sheet.main')}${kind('xl/worksheets/sheet1.xml', 'worksheet')}</Types>`,
    '_rels/.rels': relation('officeDocument', 'xl/workbook.xml'),
    'xl/workbook.xml': `${xml}<workbook ${main} xmlns:r="${office}"><sheets><sheet name="s" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relation('worksheet', 'worksheets/sheet1.xml'),
    'xl/worksheets/sheet1.xml': `${xml}<worksheet ${main}><sheetData>${sheet}</sheetData></worksheet>`,
  }
  async function* entries(): AsyncGenerator<ZipEntry> {
    for (const [name, text] of Object.entries(parts)) yield { name, content: [Buffer.from(text)] }
  }
  return wholeOf(zip(entries()))
}
