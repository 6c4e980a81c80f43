import { useState, type ReactNode } from 'react'
import {
  listThirdParty,
  listThirdPartySources,
  listThirdPartyUploads,
  namelessSource,
  readThirdPartyUpload,
  uploadThirdParty,
  type ThirdPartyUpload,
} from '#contract/third-party.ts'
import type { ThirdPartyMapping } from '#contract/third-party-mapping.ts'
import { useAction } from '#console/kit/api/use-call.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { fieldText } from '#console/kit/i18n/field-text.ts'
import { failureText } from '#console/kit/i18n/words.ts'
import { useActingFor } from '#console/kit/routing/acting-for.tsx'
import { useGo } from '#console/kit/routing/screen-link.tsx'
import { Check } from './check.tsx'
import { Choose } from './choose.tsx'

const refreshes = [listThirdParty, listThirdPartySources, listThirdPartyUploads, readThirdPartyUpload]

/** A new sheet: it is chosen and checked, mapped where its titles do not say enough, and then loaded. */
export default function NewUpload(): ReactNode {
  const user = useUser()
  const go = useGo()
  const merchant = useActingFor()
  const [chosen, setChosen] = useState<{ file: File; source: string } | null>(null)
  const [checked, setChecked] = useState<ThirdPartyUpload | null>(null)
  const [fault, setFault] = useState('')
  const { act, pending } = useAction(uploadThirdParty, { refreshes })

  const send = async (
    { file, source }: { file: File; source: string },
    { dryRun, mapping }: { dryRun: boolean; mapping?: ThirdPartyMapping },
  ) => {
    setFault('')
    const outcome = await act({
      file,
      body: {
        chaipay_key: merchant || user.iamportKey,
        environment: environmentOf(user),
        source: source.trim() || namelessSource,
        dry_run: dryRun ? 'true' : 'false',
        ...(mapping && { mapping: JSON.stringify(mapping) }),
      },
    })
    if (outcome.ok) return outcome.answer
    const [error] = outcome.error.errors
    setFault(error ? fieldText(error) : failureText(outcome.error))
    return null
  }
  const choose = async (file: File, source: string) => {
    setChosen({ file, source })
    setChecked(await send({ file, source }, { dryRun: true }))
  }
  if (!checked || !chosen)
    return <Choose fault={fault} pending={pending} onChoose={(file, source) => void choose(file, source)} />
  return (
    <Check
      key={checked.upload_id}
      upload={checked}
      fault={fault}
      pending={pending}
      onAgain={(mapping) => void send(chosen, { dryRun: true, mapping }).then((next) => next && setChecked(next))}
      onLoad={(mapping) =>
        void send(chosen, { dryRun: false, mapping }).then(
          (loaded) => loaded && go({ to: 'thirdParty', search: { upload: loaded.upload_id }, replace: true }),
        )
      }
      onOther={() => setChecked(null)}
    />
  )
}
