import { readKyc, type KycDocumentKind } from '#contract/kyc.ts'
import { limits } from '#contract/limits.ts'
import { answerOf, base, callError, reach } from '#console/kit/api/send-call.ts'

/**
 * Uploads a document to the merchant of the token. It is a route beside the contract, since its body is the file.
 * Throws CallError when it is refused.
 */
export async function uploadDocument(token: string, kind: KycDocumentKind, file: File): Promise<void> {
  const query = new URLSearchParams({ kind, name: file.name }).toString()
  const response = await reach(`${base}/api/kyc/documents?${query}`, {
    method: 'POST',
    headers: { 'X-Kyc-Token': token, 'Content-Type': 'application/octet-stream' },
    body: file,
    signal: AbortSignal.timeout(limits.uploadTimeoutMs),
  })
  if (!response.ok) throw callError(readKyc, response, await answerOf(response))
}
