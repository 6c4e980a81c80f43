import { makeDocument } from '#server/invoice-documents/documents.ts'
import { factsWith, lineOf, standard } from '#server/invoice-documents/fixtures.ts'
import type { InvoiceFacts } from '#server/invoice-documents/facts.ts'
import type { FileForm } from '#server/invoice-documents/queries.ts'
import { serveQuestions } from './process.ts'

/** The documents of invoices as the product makes them, in a process with its child that draws. */
export interface DocumentAsked {
  of: keyof typeof invoices
  form: FileForm
  times: number
}
export interface DocumentMade {
  bytes: number
  /** Of each, in the order in which they were made. */
  tookMs: number[]
}

/** Lines of a few words each, with two rates of tax. */
const linesOf = (details: readonly string[], count: number) =>
  Array.from({ length: count }, (_, at) => {
    const tax = at % 3 === 0 ? { category: 'S' as const, percent: 7_000_000n } : standard
    return lineOf(`${details[at % details.length]} ${at + 1}`, 10 + (at % 90) + 0.5, tax, 1 + (at % 12))
  })
const latin = [
  'Harbour tour with lunch',
  'Übernachtung im Doppelzimmer',
  'Déjeuner à la carte',
  'Café da manhã',
  'Průvodce městem',
]
const eastAsian = [
  '港内クルーズ（昼食付き）', '東京駅からの送迎サービス', '旅行保険と取消料の補償', '항구 유람선 점심 포함', '서울역 왕복 교통편',
  '豪华双人间住宿含早餐', '机场接送服务（往返）', '导游讲解与门票', 'お土産の詰め合わせ', '전통 시장 투어와 시식',
] // prettier-ignore

const invoices = {
  latin: () => factsWith({ lines: linesOf(latin, 20), description: 'Travel in November', showQrCode: true }),
  eastAsian: () =>
    factsWith({
      lines: linesOf(eastAsian, 20),
      description: '十一月のご旅行代金のご請求 · 11월 여행 경비 · 十一月旅行费用',
      showQrCode: true,
    }),
  long: () => factsWith({ lines: linesOf(latin, 2_000) }),
} satisfies Record<string, () => InvoiceFacts>

serveQuestions<DocumentAsked>(null, async ({ of, form, times }): Promise<DocumentMade> => {
  const facts = invoices[of]()
  const made: DocumentMade = { bytes: 0, tookMs: [] }
  while (made.tookMs.length < times) {
    const began = performance.now()
    made.bytes = (await makeDocument(facts, form)).bytes.length
    made.tookMs.push(performance.now() - began)
  }
  return made
})
