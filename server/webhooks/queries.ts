export const listReceivers = async (..._: any[]): Promise<string[]> => []
export const insertEvent = async (..._: any[]) => {}
export const readWebhookDeliveries = async (..._: any[]) => [] as any
