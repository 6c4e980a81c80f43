import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Invoice } from '#contract/invoice-answers.ts'
import { wireWord } from '#console/kit/i18n/words.ts'
import { Notice } from '#console/kit/ui/notice.tsx'

/** What stands in the way of the document, or of the electronic invoice, in words. */
export function Missings({ invoice, of }: { invoice: Invoice; of: 'document' | 'electronic' }): ReactNode {
  const { t } = useTranslation()
  const { missing_characters: characters, electronic_gaps: gaps } = invoice
  if (of === 'document')
    return (
      characters.length > 0 && (
        <Notice title={t(($) => $.invoices.charactersTitle)}>
          <p>
            {t(($) => $.invoices.charactersText)} <bdi>{characters.join(' ')}</bdi>
          </p>
        </Notice>
      )
    )
  if (gaps.length === 0) return null
  return (
    <Notice title={t(($) => $.invoices.gapsTitle)}>
      <p>{t(($) => $.invoices.gapsText)}</p>
      <ul>
        {gaps.map(({ field, reason }) => (
          <li key={`${field} ${reason}`}>{gapWord(field, reason)}</li>
        ))}
      </ul>
    </Notice>
  )
}

/** A gap in words: the field, and what is wrong with it where it is more than missing. */
function gapWord(field: string, reason: string): string {
  const name = wireWord('electronicGaps', field.replaceAll(/\.\d+/g, ''))
  const why = wireWord('electronicGapReasons', reason, '')
  return why ? `${name}: ${why}` : name
}
