import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useScreenSearch } from '#console/kit/routing/screen-link.tsx'
import { TabLinks } from '#console/kit/ui/tab-links.tsx'
import { screenTitle } from '#console/kit/i18n/words.ts'
import { AddOwned } from './add-owned.tsx'
import { InviteForm } from './invite-form.tsx'

const kinds = ['owned', 'invite'] as const

/** Adds a merchant: an owned one at once, or a managed one by an invite. */
export default function AddMerchant(): ReactNode {
  const { t } = useTranslation()
  const { kind } = useScreenSearch('addMerchant')
  const open = kinds.find((one) => one === kind) ?? 'owned'
  const choice = (
    <TabLinks
      screen="addMerchant"
      param="kind"
      label={screenTitle('addMerchant')}
      tabs={kinds.map((one) => ({ tab: one, title: t(($) => $.masters.kinds[one]) }))}
      open={open}
    />
  )
  return open === 'invite' ? <InviteForm choice={choice} /> : <AddOwned choice={choice} />
}
