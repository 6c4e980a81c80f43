import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { duplicatePaymentPage, updatePaymentPage } from '#contract/payment-pages.ts'
import { useAction } from '#console/kit/api/use-call.ts'
import { failureText } from '#console/kit/i18n/words.ts'
import { useGo } from '#console/kit/routing/screen-link.tsx'
import { useDenied } from '#console/kit/routing/use-denied.ts'
import { copyText } from '#console/kit/ui/copy-text.ts'
import type { ActItem } from '#console/kit/ui/act-items.tsx'
import { toastFailure, toastSuccess } from '#console/kit/ui/toast.ts'
import { ofPages, type ActedPage } from './acted-page.ts'
import { actsOn, type PageAct } from './acts-on.ts'
import { CancelPage } from './cancel.tsx'
import { ShareDialogue } from './share-dialogue.tsx'
import { StockDialogue } from './stock-dialogue.tsx'
import { useToEditor } from './to-editor.ts'

/** The acts on a page that its state and the user's rights allow, and the dialogue of the one that is open. */
export function usePageActs(page: ActedPage): { acts: ActItem<PageAct>[]; dialogue: ReactNode } {
  const { t } = useTranslation()
  const writable = useDenied('paymentPagesConfiguration') === null
  const [open, setOpen] = useState<'share' | 'stock' | 'cancel' | null>(null)
  const toEditor = useToEditor()
  const { change } = usePageStatus(page)
  const duplicate = useDuplicate(page)
  const item: Record<PageAct, Omit<ActItem, 'id'>> = {
    open: {
      title: t(($) => $.paymentPages.acts.open),
      icon: 'open',
      href: page.page_url,
      run: () => void window.open(page.page_url, '_blank', 'noopener'),
    },
    copy: { title: t(($) => $.paymentPages.acts.copy), icon: 'copy', run: () => void copyText(page.page_url) },
    share: { title: t(($) => $.paymentPages.acts.share), icon: 'share', run: () => setOpen('share') },
    edit: {
      title: t(($) => $.paymentPages.acts.edit),
      icon: 'settings',
      run: () => void toEditor({ page: page.page_ref }),
    },
    stock: { title: t(($) => $.paymentPages.acts.stock), icon: 'table', run: () => setOpen('stock') },
    duplicate: { title: t(($) => $.paymentPages.acts.duplicate), icon: 'plus', run: () => void duplicate() },
    activate: { title: t(($) => $.paymentPages.acts.activate), icon: 'check', run: () => void change(true) },
    deactivate: { title: t(($) => $.paymentPages.acts.deactivate), icon: 'lock', run: () => void change(false) },
    cancel: { title: t(($) => $.paymentPages.acts.cancel), icon: 'close', danger: true, run: () => setOpen('cancel') },
  }
  const close = () => setOpen(null)
  return {
    acts: actsOn(page, writable).map((id) => ({ id, ...item[id] })),
    dialogue:
      open === 'share' ? (
        <ShareDialogue page={page} maySend={writable && page.status === 'activated'} onClose={close} />
      ) : open === 'stock' ? (
        <StockDialogue page={page} onClose={close} />
      ) : open === 'cancel' ? (
        <CancelPage page={page} onClose={close} />
      ) : null,
  }
}

/** Switches a page on or off, as the version that was seen. */
export function usePageStatus(page: Pick<ActedPage, 'page_ref' | 'version'>) {
  const { act, pending } = useAction(updatePaymentPage, { refreshes: ofPages })
  const change = async (on: boolean): Promise<boolean> => {
    const outcome = await act({
      path: { pageRef: page.page_ref },
      body: { version: page.version, status: on ? 'activated' : 'deactivated' },
    })
    if (!outcome.ok) toastFailure(failureText(outcome.error), outcome.error.requestId)
    return outcome.ok
  }
  return { change, pending }
}

/** Makes a page like this one, and opens it. */
function useDuplicate({ page_ref: ref }: Pick<ActedPage, 'page_ref'>): () => Promise<void> {
  const { t } = useTranslation()
  const go = useGo()
  const { act } = useAction(duplicatePaymentPage, { refreshes: ofPages })
  return async () => {
    const outcome = await act({ path: { ref }, body: {} })
    if (!outcome.ok) return
    toastSuccess(t(($) => $.paymentPages.duplicated))
    void go({ to: 'paymentPageDetails', search: { ref: outcome.answer.page_ref } })
  }
}
