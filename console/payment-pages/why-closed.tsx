import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PaymentPage } from '#contract/payment-pages.ts'
import { ScreenLink } from '#console/kit/routing/screen-link.tsx'
import { useDenied } from '#console/kit/routing/use-denied.ts'
import { Notice } from '#console/kit/ui/notice.tsx'
import { StockDialogue } from './stock-dialogue.tsx'
import { useToEditor } from './to-editor.ts'

/** Why a page that is switched on takes no orders, and what opens it again; nothing while it takes them or is switched off. */
export function WhyClosed({ page }: { page: PaymentPage }): ReactNode {
  const { t } = useTranslation()
  const may = useDenied('paymentPagesConfiguration') === null
  const mayConnect = useDenied('paymentChannels') === null
  const [stocking, setStocking] = useState(false)
  const toEditor = useToEditor()
  const { availability } = page
  if (availability !== 'sold_out' && availability !== 'expired' && availability !== 'unavailable') return null
  return (
    <Notice title={t(($) => $.paymentPages.closed[availability].title)}>
      <p>
        {t(($) => $.paymentPages.closed[availability].text)}{' '}
        {availability === 'unavailable' && mayConnect && (
          <ScreenLink to="paymentChannels" search={{}}>
            {t(($) => $.unpayable.connect)}
          </ScreenLink>
        )}
      </p>
      {may && availability !== 'unavailable' && (
        <Button
          size="xs"
          variant="default"
          mt={8}
          onClick={() => (availability === 'sold_out' ? setStocking(true) : void toEditor({ page: page.page_ref }))}
        >
          {t(($) => (availability === 'sold_out' ? $.paymentPages.acts.stock : $.paymentPages.acts.edit))}
        </Button>
      )}
      {stocking && <StockDialogue page={page} onClose={() => setStocking(false)} />}
    </Notice>
  )
}
