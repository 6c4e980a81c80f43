import { printedDigits } from '#contract/remittance-certificates.ts'
import type { Language } from '#i18n/languages.ts'
import type { Drawing } from '#server/invoice-documents/pdf/draw.ts'
import { drawDocument } from '#server/invoice-documents/pdf/pdf.ts'
import { describeCertificate, type Certificate } from './describe.ts'
import { certificateTexts } from './texts.ts'

/** The certificate as a PDF/A-3b on A4; the same certificate makes the same bytes. Throws `undrawable`. */
export const drawCertificate = (certificate: Certificate, language: Language): Promise<Buffer> =>
  drawDocument(drawingOf(certificate, language))

/** What the process that draws is told. */
export function drawingOf(certificate: Certificate, language: Language): Drawing {
  const { facts, issuedAt, digest } = certificate
  const { title, page } = certificateTexts[language]
  return {
    document: { language, design: 'compact', color: '', blocks: describeCertificate(certificate, language) },
    file: {
      title: `${title} ${facts.number}`,
      author: facts.gateway.name,
      program: 'Countinghouse',
      at: issuedAt,
      electronic: null,
    },
    paper: 'A4',
    pageLabel: page,
    name: `${facts.number} · ${digest.slice(0, printedDigits)} · ${facts.gateway.name}`,
  }
}
