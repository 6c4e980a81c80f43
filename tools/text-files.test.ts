import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { misprints } from '#i18n/typography.ts'
import { beginDraft, checkTexts } from './text-files.ts'

it('a draft has each text in English, in the plural forms of the language, until it is translated', () => {
  const place = mkdtempSync(join(tmpdir(), 'draft-'))
  onTestFinished(() => rmSync(place, { recursive: true }))
  const folder = beginDraft('sw', place)
  const { missing, faults } = checkTexts(folder, 'sw')
  expect(missing).toEqual([])
  expect(faults.filter((line) => !line.endsWith(': still English'))).toEqual(['docs/glossary.tsv: no column'])
  expect(faults.length).toBeGreaterThan(5_000)
  expect(() => beginDraft('ar')).toThrow('has a folder')

  const file = join(folder, 'mail.json')
  const texts = JSON.parse(readFileSync(file, 'utf8')) as {
    receipts: { line?: string; refunded: string; view: string }
  }
  delete texts.receipts.line
  writeFileSync(file, JSON.stringify({ ...texts, receipts: { ...texts.receipts, refunded: '  a  b', view: 'x' } }))
  writeFileSync(join(folder, 'extra.json'), '{}')
  const after = checkTexts(folder, 'sw')
  expect(after.missing).toEqual(['mail|receipts|line: missing'])
  expect(after.faults).toEqual(
    expect.arrayContaining([
      'extra.json: not in English',
      'mail|receipts|refunded: double space',
      'mail|receipts|view: placeholders',
    ]),
  )
})

it('a draft is of a language that Unicode knows, by its shortest tag', () => {
  expect(() => beginDraft('iw')).toThrow('the tag of this language is he')
  expect(() => beginDraft('qq')).toThrow('no language that Intl knows')
})

it.each([
  ['fr', 'Vraiment\u202f?', 'Vraiment?'],
  ['fr', 'L’adresse', "L'adresse"],
  ['fr', 'Heure\u00a0: {{time}}', 'Heure : {{time}}'],
  ['es', '¿Seguro?', 'Seguro?'],
  ['ja', '保存しました。', '保存, 送信'],
  ['zh-Hans', '已保存，请稍候', '已保存,请稍候'],
  ['fi', 'Kauppias {{name}} hyväksyi', '{{name}}n hyväksyntä'],
  ['ms', 'Bayaran balik', 'Pengembalian dana'],
  ['id', 'Pengembalian dana', 'Bayaran balik'],
  ['ko', '저장했습니다.', '저장했어요.'],
  ['th', 'บันทึกแล้ว', 'บันทึกแล้วครับ'],
  ['ar', 'الاسم «أ»', 'الاسم "أ"'],
])('%s: %s is set right, and %s is not', (tag, right, wrong) => {
  expect(misprints(new Map([['a', right]]), tag)).toEqual([])
  expect(misprints(new Map([['a', wrong]]), tag)).toHaveLength(1)
})
