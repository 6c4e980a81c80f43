export const webhookHandlers = new Proxy({}, { get: () => async () => undefined }) as any
