import type { TestApp, TestSession } from './test-app.ts'

/** What an export of a list gives, as a workbook and as csv. */
export async function exported(
  { app }: TestApp,
  { token }: TestSession,
  path: string,
  body: object,
): Promise<{ workbook: Buffer; csv: string }> {
  const of = async (format: 'xlsx' | 'csv') => {
    for (;;) {
      const headers = { authorization: `Bearer ${token}` }
      const answer = await app.inject({ method: 'POST', url: `/gateway${path}`, headers, payload: { ...body, format } })
      // The place of an export before it is free when its transaction has ended, which is after its last byte.
      if (answer.statusCode === 429) continue
      if (answer.statusCode !== 200) throw new Error(answer.body)
      return answer
    }
  }
  return { workbook: (await of('xlsx')).rawPayload, csv: (await of('csv')).body }
}
