import { Controller, Delete, Get, Inject, Param, Req, Res } from '@nestjs/common';
import type { Erased } from '@querent/privacy';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { administeredTenant } from '../admin/administered';
import { callerOf, type Caller } from '../auth/caller';
import { GATEWAY, type GatewayServices } from '../gateway-services';
import { ProblemError } from '../problems/problem-error';
import { parsed } from '../submit/parsed-body';
import { Erasing } from './erasing';
import { erasureBodySchema, type erasureLeftSchema } from './erasure-schemas';

/** Longest wait of a request; the erasure continues in the background. */
const PATIENCE_MS = 10_000;

/** Erasure of a tenant's stored data. */
@Controller('v1/tenants')
export class TenantDataController {
  private readonly erasing: Erasing;

  constructor(@Inject(GATEWAY) private readonly services: GatewayServices) {
    this.erasing = new Erasing(services);
  }

  @Get(':tenant/data')
  async status(@Req() request: FastifyRequest, @Param('tenant') tenant: string): Promise<ErasureLeft> {
    requireAdministered(request, tenant);
    return this.progress(tenant);
  }

  @Delete(':tenant/data')
  async erase(
    @Req() request: FastifyRequest,
    @Param('tenant') tenant: string,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const caller = requireAdministered(request, tenant);
    const { confirm } = parsed(erasureBodySchema, request.body);
    if (confirm !== tenant) {
      throw new ProblemError('bad_request', {
        mistakes: [
          {
            path: 'confirm',
            message: {
              zh: '须与要删除数据的租户名称一致',
              en: 'Must be the name of the tenant whose data is to be erased',
            },
          },
        ],
      });
    }
    await this.services.audit.administering(request, { tenant }, 'the data of the tenant is to be erased');
    const erasure = await this.erasing.erasures.request(tenant, caller.name);
    const erased: Erased = {};
    await withinRequest(this.erasing.round(erasure, erased));
    reply
      .status(202)
      .send({ ...(await this.progress(tenant)), requestedAt: erasure.requestedAt, erased: { ...erased } });
  }

  private async progress(tenant: string): Promise<ErasureLeft> {
    const open = (await this.erasing.erasures.open()).find((one) => one.tenant === tenant);
    return {
      tenant,
      requestedAt: open?.requestedAt ?? null,
      pending: open?.pending ?? [],
      complete: open === undefined,
    };
  }
}

type ErasureLeft = z.infer<typeof erasureLeftSchema>;

function requireAdministered(request: FastifyRequest, tenant: string): Caller {
  const caller = callerOf(request);
  administeredTenant(caller, tenant);
  return caller;
}

/** Waits for a round, but no longer than `PATIENCE_MS`. A failure is ignored: the background rounds retry. */
async function withinRequest(round: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS);
  });
  await Promise.race([round.catch(() => undefined), late]);
  clearTimeout(timer);
}
