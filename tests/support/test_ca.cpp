// SPDX-FileCopyrightText: The Touchline authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/test_ca.h"

#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

#include <cstdlib>
#include <memory>
#include <utility>

namespace hl::test {

namespace {

template <auto Free>
struct Deleter
{
    template <class T>
    void operator()(T *p) const
    {
        Free(p);
    }
};
using Key = std::unique_ptr<EVP_PKEY, Deleter<EVP_PKEY_free>>;
using Cert = std::unique_ptr<X509, Deleter<X509_free>>;
using Bio = std::unique_ptr<BIO, Deleter<BIO_free_all>>;

void must(bool ok)
{
    if (!ok)
        std::abort();
}

QByteArray textOf(const Bio &bio)
{
    char *data = nullptr;
    const long size = BIO_get_mem_data(bio.get(), &data);
    return QByteArray(data, static_cast<qsizetype>(size));
}

QByteArray pemOf(X509 *certificate)
{
    const Bio bio(BIO_new(BIO_s_mem()));
    must(PEM_write_bio_X509(bio.get(), certificate) == 1);
    return textOf(bio);
}

QByteArray pemOf(EVP_PKEY *key)
{
    const Bio bio(BIO_new(BIO_s_mem()));
    must(PEM_write_bio_PKCS8PrivateKey(bio.get(), key, nullptr, nullptr, 0, nullptr, nullptr) == 1);
    return textOf(bio);
}

void addExtension(X509 *certificate, X509 *issuer, int nid, const QByteArray &value)
{
    X509V3_CTX context;
    X509V3_set_ctx(&context, issuer, certificate, nullptr, nullptr, 0);
    X509_EXTENSION *extension = X509V3_EXT_conf_nid(nullptr, &context, nid, value.constData());
    must(extension != nullptr);
    must(X509_add_ext(certificate, extension, -1) == 1);
    X509_EXTENSION_free(extension);
}

Cert newCertificate(EVP_PKEY *key, const char *name, long serial)
{
    Cert certificate(X509_new());
    must(X509_set_version(certificate.get(), 2) == 1);
    ASN1_INTEGER_set(X509_get_serialNumber(certificate.get()), serial);
    X509_gmtime_adj(X509_getm_notBefore(certificate.get()), -86'400);
    X509_gmtime_adj(X509_getm_notAfter(certificate.get()), 86'400);
    must(X509_set_pubkey(certificate.get(), key) == 1);
    X509_NAME *subject = X509_get_subject_name(certificate.get());
    must(X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_UTF8,
                                    reinterpret_cast<const unsigned char *>(name), -1, -1, 0) == 1);
    return certificate;
}

} // namespace

TestCa::TestCa()
{
    const Key key(EVP_EC_gen("P-256"));
    must(key != nullptr);
    const Cert certificate = newCertificate(key.get(), "Test authority", 1);
    must(X509_set_issuer_name(certificate.get(), X509_get_subject_name(certificate.get())) == 1);
    addExtension(certificate.get(), certificate.get(), NID_basic_constraints, "critical,CA:TRUE");
    addExtension(certificate.get(), certificate.get(), NID_key_usage, "critical,keyCertSign");
    must(X509_sign(certificate.get(), key.get(), EVP_sha256()) > 0);
    m_certificatePem = pemOf(certificate.get());
    m_keyPem = pemOf(key.get());
}

TestCa::Identity TestCa::identityFor(const QByteArray &host) const
{
    const Bio certificateIn(
        BIO_new_mem_buf(m_certificatePem.constData(), static_cast<int>(m_certificatePem.size())));
    const Bio keyIn(BIO_new_mem_buf(m_keyPem.constData(), static_cast<int>(m_keyPem.size())));
    const Cert issuer(PEM_read_bio_X509(certificateIn.get(), nullptr, nullptr, nullptr));
    const Key issuerKey(PEM_read_bio_PrivateKey(keyIn.get(), nullptr, nullptr, nullptr));
    must(issuer != nullptr && issuerKey != nullptr);

    const Key key(EVP_EC_gen("P-256"));
    const Cert certificate = newCertificate(key.get(), host.constData(), 2);
    must(X509_set_issuer_name(certificate.get(), X509_get_subject_name(issuer.get())) == 1);
    const bool isAddress = !host.isEmpty() && host.at(0) >= '0' && host.at(0) <= '9';
    addExtension(certificate.get(), issuer.get(), NID_subject_alt_name,
                 (isAddress ? QByteArray("IP:") : QByteArray("DNS:")) + host);
    must(X509_sign(certificate.get(), issuerKey.get(), EVP_sha256()) > 0);
    return {QSslCertificate(pemOf(certificate.get()), QSsl::Pem),
            QSslKey(pemOf(key.get()), QSsl::Ec, QSsl::Pem)};
}

QSslCertificate TestCa::certificate() const
{
    return QSslCertificate(m_certificatePem, QSsl::Pem);
}

QSslConfiguration TestCa::serverConfiguration(const Identity &identity)
{
    QSslConfiguration configuration;
    configuration.setLocalCertificate(identity.certificate);
    configuration.setPrivateKey(identity.key);
    return configuration;
}

QSslConfiguration TestCa::clientConfiguration() const
{
    QSslConfiguration configuration = QSslConfiguration::defaultConfiguration();
    configuration.setCaCertificates({certificate()});
    return configuration;
}

} // namespace hl::test
