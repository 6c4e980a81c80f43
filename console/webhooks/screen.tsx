import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { listWebhooks } from '#contract/webhooks.ts'
import { Icon } from '#console/kit/ui/icons.tsx'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { Screen } from '#console/kit/routing/screen.tsx'
import { Offered } from '#console/kit/routing/why-not.tsx'
import { useScreenSearch } from '#console/kit/routing/screen-link.tsx'
import { TabLinks } from '#console/kit/ui/tab-links.tsx'
import { useCall } from '#console/kit/api/use-call.ts'
import { screenTitle } from '#console/kit/i18n/words.ts'
import { WebhookDetails } from './details.tsx'
import { General } from './general.tsx'
import { Keys } from './keys.tsx'
import { WebhookList } from './list.tsx'
import { Security } from './security.tsx'
import { CreateWebhook } from './webhook-form.tsx'

const tabs = ['general', 'keys', 'webhooks', 'security'] as const

/** How servers connect: general facts, keys, webhooks and their verification. */
export default function ApiAndWebhooks(): ReactNode {
  const { tab, webhook } = useScreenSearch('webhooks')
  const open = tabs.find((one) => one === tab) ?? (webhook ? 'webhooks' : 'general')
  if (open === 'webhooks' && webhook) return <WebhookDetails key={webhook} uuid={webhook} />
  return <Tabs open={open} />
}

function Tabs({ open }: { open: (typeof tabs)[number] }): ReactNode {
  const { t } = useTranslation()
  const webhooks = useCall(listWebhooks, {})
  const [creating, setCreating] = useState(false)
  const { data } = webhooks
  const create = (
    <Offered rule="webhooks">
      <Button leftSection={<Icon name="plus" />} onClick={() => setCreating(true)}>
        {t(($) => $.webhooks.create)}
      </Button>
    </Offered>
  )
  const some = data !== undefined && data.webhooks.length > 0
  return (
    <Screen name="webhooks" wide={open === 'webhooks'} actions={open === 'webhooks' && some && create}>
      <TabLinks
        screen="webhooks"
        label={screenTitle('webhooks')}
        tabs={tabs.map((tab) => ({ tab, title: t(($) => $.webhooks.tabs[tab]) }))}
        open={open}
      />
      {open === 'general' ? (
        <General />
      ) : open === 'keys' ? (
        <Keys />
      ) : data ? (
        open === 'security' ? (
          <Security masked={data.secureSecret} />
        ) : (
          <WebhookList webhooks={data.webhooks} create={create} />
        )
      ) : (
        <Unanswered query={webhooks} lines={5} />
      )}
      {creating && <CreateWebhook onClose={() => setCreating(false)} />}
    </Screen>
  )
}
