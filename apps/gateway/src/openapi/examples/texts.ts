/** Examples of texts and streams for the OpenAPI document. */

export const csvExample = 'channel,revenue\r\nonline,1250.50\r\nstore,830.00\r\n';

export const ndjsonExample = '{"c1":"online","c2":"1250.50"}\n{"c1":"store","c2":"830.00"}\n';

export const eventStreamExample = `id: 2
event: step
data: {"seq":2,"at":"2026-03-01T08:00:00.080Z","stage":"intent","kind":"planned","message":"Understood the question.","durationMs":60}

event: status
data: {"status":"executing"}

`;

export const svgExample = '<svg xmlns="http://www.w3.org/2000/svg" width="960" height="540"></svg>';

export const modelFileExample = `tables:
  orders:
    label: { zh: 订单, en: order }
metrics:
  revenue: { label: { zh: 销售额, en: revenue }, expression: sum(orders.amount), unit: 元 }
`;

export const connectionFileExample = `label: { zh: 商城, en: Shop }
url: null
schema: public
`;

export const rpcStreamExample = `event: message
data: {"jsonrpc":"2.0","id":1,"result":{"tools":[]}}

`;

export const metricsExample = `# HELP process_cpu_seconds_total Total user and system CPU time spent in seconds.
# TYPE process_cpu_seconds_total counter
process_cpu_seconds_total 12.5
`;

const auditColumns = 'id,at,kind,tenant,key,runId,connection,login,question,sql,params,rows,ms,code,detail,link,broken';

export const auditCsvExample = `${auditColumns}\r
1767225600000-0,2026-01-01T00:00:00.000Z,asked,acme,alice,q7h2k9d3m5,commerce,,revenue by channel,,,,,,,5ba93c9db0cff93f52b521d7420e43f6eda2784f,\r
`;

export const auditNdjsonExample =
  '{"id":"1767225600000-0","kind":"asked","at":"2026-01-01T00:00:00.000Z","tenant":"acme","key":"alice","runId":"q7h2k9d3m5","connection":"commerce","question":"revenue by channel","link":"5ba93c9db0cff93f52b521d7420e43f6eda2784f"}\n';
