import fontoxpath from 'fontoxpath'
import sharp from 'sharp'
import { parseXmlDocument } from 'slimdom'
import { getDocumentProxy } from 'unpdf'
import { beforeAll, describe, expect, it } from 'vitest'
import { factsWith, lineOf } from '../fixtures.ts'
import { ciiOf } from '../xml/cii.ts'
import { electronicOf } from '../xml/electronic.ts'
import { drawn } from './drawn.ts'
import { readFile, type ReadFile } from './file-reader.ts'

/** With everything that a document may have: a picture, a code, a link, an attachment, every kind of script. */
const hostile = 'Fjord & <Söhne> "GmbH" (a) \\ ]]> %PDF /JS (app.alert(1)) \u202e!'
const facts = factsWith({
  seller: { ...factsWith().seller, legal_name: hostile },
  showQrCode: true,
  lines: [lineOf('請求書 شكرًا ขอบคุณ한국', 10), lineOf('<script>alert(1)</script>', 1)],
  notes: [{ title: 'x', description: '=HYPERLINK("http://evil")' }],
})
const electronic = ciiOf(electronicOf(facts), { inside: 'factur-x' })
let bytes: Buffer
let file: ReadFile
let catalogue: string
beforeAll(async () => {
  const logo = await sharp({ create: { width: 300, height: 300, channels: 4, background: '#0f766e80' } })
    .png()
    .toBuffer()
  bytes = await drawn({ ...facts, logo }, electronic)
  file = readFile(bytes)
  catalogue = file.objects.get(file.under(file.trailer, 'Root')) ?? ''
})

describe('a document is a PDF/A-3b', () => {
  it('of version 1.7, with a comment of bytes above 127, an id, and neither encryption nor anything after its end', () => {
    expect(file.text).toMatch(/^%PDF-1\.7\n%[\u0080-\u00ff]{4}\n/)
    expect(file.trailer).toMatch(/\/ID \[<[0-9a-f]{32}> <[0-9a-f]{32}>\]/)
    expect(file.trailer).not.toMatch(/\/Encrypt/)
    expect(file.text.endsWith('%%EOF\n')).toBe(true)
  })

  it('without scripts, forms, multimedia, or actions but the address to pay at', () => {
    const all = [...file.objects.values()].join('\n').replaceAll(/\((?:\\.|[^\\)])*\)/g, '()')
    for (const name of [
      'JavaScript',
      'JS',
      'Launch',
      'GoToR',
      'GoToE',
      'SubmitForm',
      'ImportData',
      'ResetForm',
      'Movie',
      'Sound',
      'AA',
      'OpenAction',
      'AcroForm',
      'XFA',
      'LZWDecode',
      'OPI',
      'Alternates',
      'PS',
      'TR',
      'Crypt',
    ])
      // prettier-ignore
      expect([name, new RegExp(`/${name}[\\s/<\\[(]`).test(all)]).toEqual([name, false])
    expect(file.where(/\/S \/URI/)).toHaveLength(1)
    // Nothing outside the file.
    expect(file.where(/\/FFilter|\/FDecodeParms/)).toEqual([])
  })

  it('whose link can be printed', () => {
    const links = file.where(/\/Subtype \/Link/).map((number) => file.objects.get(number))
    expect(links.map((link) => /\/F 4\b/.test(link ?? ''))).toEqual([true])
  })

  it('whose colours are those of sRGB', () => {
    const intent = file.objects.get(file.where(/\/S \/GTS_PDFA1/)[0] as number) ?? ''
    const profile = file.stream(file.under(intent, 'DestOutputProfile'))
    expect(profile.subarray(36, 40).toString()).toBe('acsp')
    expect(profile.subarray(16, 20).toString()).toBe('RGB ')
    expect(file.where(/\/DeviceCMYK/)).toEqual([])
  })

  it('whose fonts are embedded in part, with their widths and what their glyphs say', () => {
    const fonts = file.where(/\/Subtype \/Type0/).map((number) => file.objects.get(number) ?? '')
    expect(fonts.length).toBeGreaterThan(4)
    expect(file.where(/\/Subtype \/Type1|\/Subtype \/Type3/)).toEqual([])
    for (const font of fonts) {
      expect(font).toMatch(/\/BaseFont \/[A-Z]{6}\+/)
      const says = file.stream(file.under(font, 'ToUnicode')).toString('latin1')
      const said = /\[<0000>([^\]]*)\]/.exec(says)?.[1] ?? ''
      expect(said).not.toMatch(/<>|<0000>|<feff>|<fffe>/)
      const descendant = file.objects.get(Number(/\/DescendantFonts \[(\d+) 0 R\]/.exec(font)?.[1])) ?? ''
      expect(descendant).toMatch(/\/CIDToGIDMap \/Identity/)
      expect(descendant).toMatch(/\/W \[/)
      const descriptor = file.objects.get(file.under(descendant, 'FontDescriptor')) ?? ''
      expect(file.stream(file.under(descriptor, 'FontFile2')).length).toBeGreaterThan(200)
    }
  })

  it('with its language and title, and the same metadata in both places', () => {
    expect(catalogue).toMatch(/\/Lang \(en\)/)
    expect(file.objects.get(file.under(catalogue, 'ViewerPreferences'))).toMatch(/\/DisplayDocTitle true/)
    const xmp = parseXmlDocument(
      file
        .stream(file.under(catalogue, 'Metadata'))
        .toString()
        .replaceAll(/<\?xpacket[^>]*\?>/g, '')
        .trim(),
    )
    const value = (name: string) => fontoxpath.evaluateXPathToString(`//*[local-name() = '${name}']`, xmp).trim()
    expect([value('part'), value('conformance')]).toEqual(['3', 'B'])
    const info = file.objects.get(file.under(file.trailer, 'Info')) ?? ''
    const kept = (name: string) => textOf(file.objects.get(file.under(info, name)) ?? '')
    expect(value('title')).toBe(kept('Title'))
    expect(value('creator')).toBe(kept('Author'))
    expect(kept('Author')).toBe(hostile)
    expect([value('CreatorTool'), value('Producer')]).toEqual([kept('Creator'), kept('Producer')])
    expect(value('CreateDate').replaceAll(/\D/g, '')).toBe(kept('CreationDate').replaceAll(/\D/g, ''))
    expect(value('ModifyDate').replaceAll(/\D/g, '')).toBe(kept('ModDate').replaceAll(/\D/g, ''))
  })
})

describe('an electronic invoice inside', () => {
  it('is the XML byte for byte, as another library reads it', async () => {
    const document = await getDocumentProxy(new Uint8Array(bytes))
    const attachments = (await document.getAttachments()) as unknown as Map<string, { filename: string }>
    const [[id, { filename }] = ['', { filename: '' }]] = attachments
    expect(filename).toBe('factur-x.xml')
    const content = await (document as unknown as HasAttachments).getAttachmentContent(id)
    expect(Buffer.from(content).toString()).toBe(electronic)
  })

  it('is associated with the document as an alternative of it', () => {
    const [spec = 0] = file.where(/\/Type \/Filespec/)
    expect(catalogue).toMatch(new RegExp(`/AF \\[${spec} 0 R\\]`))
    expect(file.objects.get(spec)).toMatch(/\/AFRelationship \/Alternative/)
    const embedded = file.objects.get(file.under(file.objects.get(spec) ?? '', 'F')) ?? ''
    expect(embedded).toMatch(/\/Subtype \/text#2[Ff]xml/)
    expect(embedded).toMatch(/\/ModDate \(D:20261120100000Z\)/)
  })

  it('is announced by the extension of Factur-X, and by nothing in a document without one', async () => {
    const xmp = file.stream(file.under(catalogue, 'Metadata')).toString()
    for (const said of [
      '<fx:DocumentType>INVOICE<',
      '<fx:DocumentFileName>factur-x.xml<',
      '<fx:Version>1.0<',
      '<fx:ConformanceLevel>EN 16931<',
      'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#',
      '<pdfaSchema:prefix>fx<',
    ])
      // prettier-ignore
      expect(xmp).toContain(said)
    const without = readFile(await drawn(facts))
    expect(without.text).not.toContain('factur-x')
    expect(without.where(/\/Filespec|\/AF \[/)).toEqual([])
  })
})

interface HasAttachments {
  getAttachmentContent(id: string): Promise<Uint8Array>
}

/** A string of the file. */
function textOf(written: string): string {
  const plain = /\(((?:\\.|[^\\)])*)\)/s.exec(written)?.[1] ?? ''
  const bytes = Buffer.from(
    plain.replaceAll(/\\([nrtbf()\\])/g, (_all, mark: string) => escapes[mark] ?? mark),
    'latin1',
  )
  if (bytes[0] !== 0xfe || bytes[1] !== 0xff) return bytes.toString('latin1')
  return Buffer.from(bytes.subarray(2)).swap16().toString('utf16le')
}
const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }
